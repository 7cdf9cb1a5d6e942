"""Settings from the environment and from `.env`."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from dotenv.parser import parse_stream
from pydantic import BeforeValidator, Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

#: The file that settings are read from, in the folder in which the bot is started.
_FILE = Path(".env")
_PREFIX = "CANASTA_"
#: Names in the environment that begin like a setting and are none: those that Kubernetes makes of a service called canasta, and
#: those that the tests go by.
_NO_SETTINGS = re.compile(
    r"CANASTA_(?:.*_)?(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT(?:_\d+_(?:TCP|UDP|SCTP)(?:_\w+)?)?)|CANASTA_TEST_\w+"
)


#: A value in quotation marks: Docker takes them for a part of it, and those of texts are a part of it everywhere.
_QUOTED = r"(['\"]).*\1|[“”„‘’«»`].*"

#: Names under which a browser reaches its own machine, where it keeps secrets also without encryption.
_THIS_MACHINE = ("127.0.0.1", "localhost")


class SettingsError(Exception):
    """A setting that cannot be used; `args[0]` is a sentence for the operator and never repeats the value."""


def place(text: str) -> Path | str:
    """Return the database that a text names: the path of a file, or the address of a database of a PostgreSQL server.

    Raises `ValueError` for any other address.
    """
    if "://" not in text:
        # These are addresses of a server too, in forms that are not taken, and may hold its password: no file is meant.
        if re.match(r"postgres\w*:|.*\b(?:host|dbname|password)\s*=", text):
            raise ValueError("no address of a PostgreSQL database")
        return Path(text)
    if not text.startswith(("postgresql://", "postgres://")):
        raise ValueError("no address of a PostgreSQL database")
    return text


def _place(value: object) -> object:
    return place(value) if isinstance(value, str) else value


class Settings(BaseSettings):
    """Everything an operator can set. A field is read from `CANASTA_` and its name in capitals."""

    model_config = SettingsConfigDict(env_prefix=_PREFIX, frozen=True, str_strip_whitespace=True)

    token: SecretStr | None = Field(
        default=None, description="the bot's token, letters, digits and points, from Discord's developer portal"
    )
    database: Annotated[Path | str, BeforeValidator(_place)] = Field(
        default=Path("data/canasta.sqlite3"),
        repr=False,
        description="the SQLite file that holds every game, or the address of a PostgreSQL database, postgresql://...",
    )
    discord_api: str = Field(
        default="https://discord.com/api/v10",
        pattern=r"^https?://\S+[^/\s]$",
        description="the address of Discord's HTTP API, https://... without a slash at its end",
    )
    discord_gateway: str = Field(
        default="wss://gateway.discord.gg/",
        pattern=r"^wss?://\S+$",
        description="the address of Discord's gateway, wss://...",
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        default="INFO", description="how much is logged: DEBUG, INFO, WARNING or ERROR"
    )
    log_format: Literal["text", "json"] = Field(
        default="text", description="how the log is written: text, or json for programs that read it"
    )
    sentry_dsn: SecretStr | None = Field(
        default=None,
        description="the address (DSN) of a project of a Sentry server, to which unexpected errors are reported",
    )
    http_port: int = Field(
        default=0,
        ge=0,
        le=65535,
        description="the port of /healthz and /metrics, a whole number up to 65535, or 0 for none",
    )
    http_host: str = Field(
        default="127.0.0.1",
        min_length=1,
        description="the address at which /healthz and /metrics are served, an IP address",
    )
    interactions_key: str = Field(
        default="",
        pattern=r"^([0-9a-fA-F]{64})?$",
        description="the application's public key, 64 hexadecimal digits, from Discord's developer portal",
    )
    interactions_port: int = Field(
        default=0,
        ge=0,
        le=65535,
        description="the port at which Discord's interactions are taken, another than CANASTA_HTTP_PORT, or 0 for none;"
        " it needs CANASTA_INTERACTIONS_KEY",
    )
    interactions_host: str = Field(
        default="127.0.0.1",
        min_length=1,
        description="the address at which Discord's interactions are taken, an IP address",
    )
    page_port: int = Field(
        default=0,
        ge=0,
        le=65535,
        description="the port at which tables are served to browsers, another than the other ports, or 0 for none",
    )
    page_host: str = Field(
        default="127.0.0.1",
        min_length=1,
        description="the address at which tables are served to browsers, an IP address",
    )
    page_url: str = Field(
        default="",
        validate_default=True,
        description="the address at which people's browsers reach CANASTA_PAGE_PORT, https://... without a path; it is needed with"
        " that port",
    )
    client_secret: SecretStr | None = Field(
        default=None,
        description="the application's client secret, letters, digits, - and _, from Discord's developer portal, for tables in Discord's"
        " own window (an Activity); it needs CANASTA_PAGE_PORT",
    )
    gateway: bool = Field(
        default=True,
        description="whether to connect to Discord's gateway: True, or False where CANASTA_INTERACTIONS_PORT is set",
    )
    workers: Literal["one", "several"] = Field(
        default="one", description="how many processes are this bot: one, or several that share a PostgreSQL database"
    )
    variants: Path | None = Field(default=None, description="a folder of variant files of your own")
    computer_pace: float = Field(
        default=1.5, ge=0, le=60, description="seconds between two moves of computer players, from 0 to 60"
    )
    discard_pause: int = Field(
        default=5, ge=0, le=60, description="seconds in which a discard can be taken back, whole ones from 0 to 60"
    )
    most_presses: int = Field(
        default=30,
        ge=0,
        le=1000,
        description="how many commands and presses of a person are answered in ten seconds, up to 1000, or 0 for any number",
    )
    upload_emojis: bool = Field(
        default=True, description="whether to upload pictures of cards for buttons, as emojis of the bot: True or False"
    )

    @field_validator("token")
    @classmethod
    def _can_be_sent(cls, token: SecretStr | None) -> SecretStr | None:
        """Refuse what no header of a request can hold."""
        if token is not None and not re.fullmatch(r"[!-~]+", token.get_secret_value()):
            raise ValueError
        return token

    @field_validator("discord_api", "discord_gateway")
    @classmethod
    def _can_be_called(cls, address: str) -> str:
        """Refuse an address without a host, or with a port that there can't be."""
        parts = urlsplit(address)
        if not parts.hostname or parts.port == 0:
            raise ValueError
        return address

    @field_validator("interactions_port")
    @classmethod
    def _port_of_its_own(cls, port: int, info: ValidationInfo) -> int:
        """Refuse a port without the key, and the one at which figures are served: this one is for everybody."""
        if port and (not info.data.get("interactions_key") or port == info.data.get("http_port")):
            raise ValueError
        return port

    @field_validator("page_port")
    @classmethod
    def _page_port_of_its_own(cls, port: int, info: ValidationInfo) -> int:
        """Refuse the ports of others."""
        if port and port in (info.data.get("http_port"), info.data.get("interactions_port")):
            raise ValueError
        return port

    @field_validator("page_url")
    @classmethod
    def _is_an_origin(cls, address: str, info: ValidationInfo) -> str:
        """Refuse an address with more than a host, and one that isn't encrypted unless it is on this machine."""
        if not address:
            if info.data.get("page_port"):
                raise ValueError
            return address
        parts = urlsplit(address)
        local = parts.scheme == "http" and parts.hostname in _THIS_MACHINE
        if not parts.hostname or parts.port == 0 or not (parts.scheme == "https" or local):
            raise ValueError
        if f"{parts.scheme}://{parts.netloc}" != address or "@" in parts.netloc:
            raise ValueError
        return address

    @field_validator("client_secret")
    @classmethod
    def _is_a_secret_of_a_page(cls, secret: SecretStr | None, info: ValidationInfo) -> SecretStr | None:
        """Refuse a secret without the page that needs it, and what is none."""
        if secret is None:
            return secret
        if not info.data.get("page_port") or not re.fullmatch(r"[A-Za-z0-9_-]+", secret.get_secret_value()):
            raise ValueError
        return secret

    @field_validator("gateway")
    @classmethod
    def _hears_of_people(cls, gateway: bool, info: ValidationInfo) -> bool:
        """Refuse to leave out the gateway where interactions don't come otherwise."""
        if not gateway and not info.data.get("interactions_port"):
            raise ValueError
        return gateway


def read_settings() -> Settings:
    """Return the settings as they stand: variables of the environment, else lines of `.env`, else defaults.

    Raises `SettingsError` naming every variable or line that is wrong.
    """
    environment = [(name, "the environment", value) for name, value in os.environ.items() if _is_ours(name)]
    wrong: list[str] = []
    given: dict[str, str] = {}
    for written, where, whole in (*_in_file(), *environment):
        name, value = written.upper(), whole.strip()
        if not value:
            continue
        if not _is_setting(name):
            # The text in the place of a name may be a secret.
            named = name if re.fullmatch(_PREFIX + "[A-Z_]+", name) else "a name"
            wrong.append(f"{named} in {where} is not a setting (.env.example lists them all)")
        elif re.fullmatch(_QUOTED, value, re.DOTALL):
            wrong.append(f"{name} in {where} has quotation marks around it that would be a part of it: leave them out")
        else:
            given[name] = value
    try:
        settings = Settings(
            **{name.removeprefix(_PREFIX).lower(): value for name, value in given.items()}  # type: ignore[arg-type]
        )
    except ValidationError as error:
        details = error.errors(include_url=False, include_context=False, include_input=False)
        wrong += [_complaint(str(detail["loc"][0])) for detail in details]
    if wrong:
        raise SettingsError("; ".join(wrong))
    return settings


def _is_setting(name: str) -> bool:
    return name.startswith(_PREFIX) and name.removeprefix(_PREFIX).lower() in Settings.model_fields


def _is_ours(name: str) -> bool:
    """Return whether a variable of the environment is one of the bot's, or means to be."""
    return name.upper().startswith(_PREFIX) and not _NO_SETTINGS.fullmatch(name.upper())


def _in_file() -> Iterator[tuple[str, str, str]]:
    """Yield what `.env` sets: a name, where it stands (`line 2 of .env`), and its value; of several, the last one counts.

    Nothing in a value stands for anything else: `$` and `${NAME}` are themselves. Raises `SettingsError` if any of it can't be read.
    """
    try:
        raw = _FILE.read_bytes()
    except FileNotFoundError:
        if _FILE.is_symlink():
            raise SettingsError(
                ".env is a link to a file that is missing: make that file, or remove the link"
            ) from None
        return
    except IsADirectoryError:
        raise SettingsError(
            ".env is a folder (Docker makes one if the file that it is to mount is missing): remove it, and write a file .env"
        ) from None
    except OSError as error:
        raise SettingsError(f".env can't be read ({error.strerror}): let this user read it, or move it away") from None
    for one in parse_stream(io.StringIO(_text(raw), newline="")):
        text = one.original.string.lstrip()
        # A line begins after the blank ones before it.
        line = one.original.line + _ends_of_lines(one.original.string.removesuffix(text))
        if one.error or (one.key is not None and one.value is None) or _ends_of_lines(text.rstrip()):
            raise SettingsError(
                f"line {line} of .env can't be read: write NAME=VALUE on one line, with quotation marks at both ends of the value or"
                " at neither"
            )
        if re.search(r"[\x00-\x1f\x7f]", (one.value or "").strip()):
            raise SettingsError(
                f"line {line} of .env holds a control character, as a backslash makes in double quotation marks:"
                " leave the quotation marks out, or write single ones"
            )
        if one.key is not None:
            yield one.key, f"line {line} of .env", one.value or ""


def _ends_of_lines(text: str) -> int:
    return len(re.findall(r"\r\n|\n|\r", text))


def _text(raw: bytes) -> str:
    """Return the text of a file in UTF-8, with or without a mark at its beginning. Raises `SettingsError` for other encodings."""
    try:
        text = raw.decode("utf-8-sig")
        at = text.find("\0")
    except UnicodeDecodeError as error:
        text, at = raw[: error.start].decode("latin-1"), error.start
    if at < 0:
        return text
    raise SettingsError(f"line {_ends_of_lines(text[:at]) + 1} of .env is not in UTF-8: save the file in UTF-8")


def _complaint(name: str) -> str:
    return f"{_PREFIX}{name.upper()} cannot be used: {Settings.model_fields[name].description}"
