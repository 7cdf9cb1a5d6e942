"""The rules of a table: what can be set, how it is read from variant files and house rules, and how it is stored."""

from .errors import RulesError, close_to
from .load import (
    LayoutInfo,
    VariantInfo,
    check_file,
    check_variant,
    comes_with_bot,
    families,
    file_in_use,
    list_variants,
    load_rules,
    use_folder,
    variant_info,
)
from .model import OpeningTable, Rules
from .parameters import Parameter, changed, parameter_groups, parameters, value_of
from .stored import apply_overrides

__all__ = [
    "LayoutInfo",
    "OpeningTable",
    "Parameter",
    "Rules",
    "RulesError",
    "VariantInfo",
    "apply_overrides",
    "changed",
    "check_file",
    "check_variant",
    "close_to",
    "comes_with_bot",
    "families",
    "file_in_use",
    "list_variants",
    "load_rules",
    "parameter_groups",
    "parameters",
    "use_folder",
    "value_of",
    "variant_info",
]
