"""Settings from the environment and from `.env`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict


class SettingsError(Exception):
    """A setting that cannot be used; `args[0]` is a sentence for the operator and never repeats the value."""


def place(text: str) -> Path | str:
    """Return the database that a text names: the path of a file, or the address of a database of a PostgreSQL server.

    Raises `ValueError` for any other address.
    """
    if "://" not in text:
        return Path(text)
    if not text.startswith(("postgresql://", "postgres://")):
        raise ValueError("no address of a PostgreSQL database")
    return text


def _place(value: object) -> object:
    return place(value) if isinstance(value, str) else value


class Settings(BaseSettings):
    """Everything an operator can set. A field is read from `CANASTA_` and its name in capitals."""

    model_config = SettingsConfigDict(
        env_prefix="CANASTA_", env_file=".env", env_file_encoding="utf-8", env_ignore_empty=True, frozen=True
    )

    token: SecretStr | None = Field(default=None, description="the bot's token, from Discord's developer portal")
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

    @field_validator("interactions_port")
    @classmethod
    def _port_of_its_own(cls, port: int, info: ValidationInfo) -> int:
        """Refuse a port without the key, and the one at which figures are served: this one is for everybody."""
        if port and (not info.data.get("interactions_key") or port == info.data.get("http_port")):
            raise ValueError
        return port

    @field_validator("gateway")
    @classmethod
    def _hears_of_people(cls, gateway: bool, info: ValidationInfo) -> bool:
        """Refuse to leave out the gateway where interactions don't come otherwise."""
        if not gateway and not info.data.get("interactions_port"):
            raise ValueError
        return gateway


def read_settings() -> Settings:
    """Return the settings as they stand. Raises `SettingsError` naming every variable that is wrong."""
    try:
        return Settings()
    except ValidationError as error:
        details = error.errors(include_url=False, include_context=False, include_input=False)
        raise SettingsError(
            "; ".join(_complaint(str(detail["loc"][0]), detail["type"]) for detail in details)
        ) from None


def _complaint(name: str, kind: str) -> str:
    if kind == "extra_forbidden":
        return f"{name.upper()} in .env is not a setting (.env.example lists them all)"
    return f"CANASTA_{name.upper()} cannot be used: {Settings.model_fields[name].description}"
