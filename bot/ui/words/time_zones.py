"""Time zones as people name them: by a city, a country, or the time that their clock shows."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterator
from datetime import UTC, datetime

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.dates import get_timezone_location

from bot.tables.rules.zones import ZoneInfo, countries, zones
from bot.ui.i18n import N_, languages

#: The zones that most people live in, by region; few enough for one menu each.
COMMON: dict[str, tuple[str, ...]] = {
    N_("Europe"): (
        "Europe/London", "Europe/Dublin", "Europe/Lisbon", "Europe/Madrid", "Europe/Paris", "Europe/Brussels",
        "Europe/Amsterdam", "Europe/Berlin", "Europe/Zurich", "Europe/Rome", "Europe/Vienna", "Europe/Prague",
        "Europe/Warsaw", "Europe/Budapest", "Europe/Belgrade", "Europe/Copenhagen", "Europe/Stockholm",
        "Europe/Helsinki", "Europe/Athens", "Europe/Bucharest", "Europe/Chisinau", "Europe/Sofia", "Europe/Kyiv",
        "Europe/Istanbul", "Europe/Moscow",
    ),
    N_("North and Central America"): (
        "America/New_York", "America/Chicago", "America/Denver", "America/Phoenix", "America/Los_Angeles",
        "America/Anchorage", "Pacific/Honolulu", "America/Toronto", "America/Winnipeg", "America/Edmonton",
        "America/Vancouver", "America/Halifax", "America/St_Johns", "America/Mexico_City", "America/Tijuana",
        "America/Guatemala", "America/Costa_Rica", "America/Panama", "America/Havana", "America/Jamaica",
        "America/Santo_Domingo", "America/Puerto_Rico",
    ),
    N_("South America"): (
        "America/Argentina/Buenos_Aires", "America/Montevideo", "America/Sao_Paulo", "America/Manaus",
        "America/Asuncion", "America/Santiago", "America/La_Paz", "America/Lima", "America/Guayaquil",
        "America/Bogota", "America/Caracas",
    ),
    N_("Asia"): (
        "Asia/Jerusalem", "Asia/Beirut", "Asia/Baghdad", "Asia/Riyadh", "Asia/Dubai", "Asia/Tehran", "Asia/Tbilisi",
        "Asia/Yerevan", "Asia/Baku", "Asia/Almaty", "Asia/Karachi", "Asia/Kolkata", "Asia/Colombo", "Asia/Kathmandu",
        "Asia/Dhaka", "Asia/Bangkok", "Asia/Ho_Chi_Minh", "Asia/Jakarta", "Asia/Singapore", "Asia/Manila",
        "Asia/Hong_Kong", "Asia/Shanghai", "Asia/Taipei", "Asia/Seoul", "Asia/Tokyo",
    ),
    N_("Africa and the Atlantic"): (
        "Atlantic/Reykjavik", "Atlantic/Azores", "Atlantic/Canary", "Africa/Casablanca", "Africa/Algiers",
        "Africa/Tunis", "Africa/Cairo", "Africa/Dakar", "Africa/Accra", "Africa/Lagos", "Africa/Nairobi",
        "Africa/Addis_Ababa", "Africa/Johannesburg",
    ),
    N_("Australia and the Pacific"): (
        "Australia/Perth", "Australia/Darwin", "Australia/Adelaide", "Australia/Brisbane", "Australia/Sydney",
        "Australia/Melbourne", "Australia/Hobart", "Pacific/Auckland", "Pacific/Fiji", "Pacific/Guam",
        "Pacific/Tahiti",
    ),
}  # fmt: skip

_ORDER = {zone: place for place, zone in enumerate(zone for region in COMMON.values() for zone in region)}
_TIME = re.compile(r"(\d{1,2})\s*[:.h]\s*(\d{2})\s*([ap])?\.?\s*(?:m\.?)?", re.IGNORECASE)
_CLOCK = re.compile(r", *\d{1,2}:\d{2}\s*$")
#: The territory code of zones that are not places, and people's short names of some countries.
_NOWHERE = "ZZ"
_SHORT = {"US": "usa", "GB": "uk", "AE": "uae"}
#: How many minutes a person's clock may be wrong; typing takes time too. Zones are at least 15 minutes apart.
_OFF = 7


def found(text: str, now: int, language: str) -> list[str]:
    """Return the zones (IANA names) that a text may mean, best first; none if it names no place and no time.

    Cities and countries are known by their names in the bot's languages and in `language`.
    """
    text = unicodedata.normalize("NFKC", text)
    time = _TIME.fullmatch(text.strip())
    if time is not None:
        return _by_clock(time, now)
    # The clock's time in the name of a zone is soon another one.
    wanted = _plain(_CLOCK.sub("", text))
    if not wanted:
        return []
    ranked = []
    for zone, names in _index(language):
        rank = min((_rank(wanted, name) for name in names), default=9)
        if rank < 9:
            ranked.append((rank, _ORDER.get(zone, len(_ORDER)), zone))
    best = sorted(ranked)
    # A person who types a place's whole name doesn't mean places that only begin with it.
    exact = [zone for rank, _, zone in best if rank <= 1]
    # A zone that is no place is meant by its own name alone: "GMT+3" is three hours behind, which most people who type
    # it don't want.
    itself = [zone for zone in sorted(zones()) if zone.casefold() == text.strip().casefold()]
    return exact or itself or [zone for _, _, zone in best]


def usual(locale: str) -> list[str]:
    """Return zones to offer before anything is typed.

    First come those of the country where the person's Discord language is spoken most, then the common ones.
    """
    likely = get_global("likely_subtags").get(locale.replace("-", "_"), locale).replace("-", "_").rpartition("_")[2]
    at_home = [zone for zone in _ORDER if _country(zone) == likely]
    return list(dict.fromkeys([*at_home, *_ORDER]))


def described(zone: str, now: int, language: str) -> str:
    """Return a zone as people know it, with the time on the clocks there: `Rome (Italy), 21:35`."""
    city, country = _place(zone, language)
    place = f"{city} ({country})" if country else city
    return f"{place}, {datetime.fromtimestamp(now, ZoneInfo(zone)):%H:%M}"


def _by_clock(time: re.Match[str], now: int) -> list[str]:
    hour, minute, half = int(time[1]), int(time[2]), (time[3] or "").lower()
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    if hour > 23 or minute > 59:
        return []
    typed = hour * 60 + minute
    moment = datetime.fromtimestamp(now, UTC)

    def fits(zone: str) -> bool:
        local = moment.astimezone(ZoneInfo(zone))
        apart = (local.hour * 60 + local.minute - typed) % (24 * 60)
        return min(apart, 24 * 60 - apart) <= _OFF

    return [zone for zone in _ORDER if fits(zone)]


def _rank(wanted: str, name: str) -> int:
    """Return how well a name fits: 0 is the same name, 9 is no match."""
    if name == wanted:
        return 0
    if name.startswith(wanted):
        return 2
    return 3 if f" {wanted}" in name else 9


@functools.cache
def _index(language: str) -> tuple[tuple[str, frozenset[str]], ...]:
    return tuple((zone, frozenset(_names(zone, language))) for zone in sorted(_proper()))


def _proper() -> Iterator[str]:
    """Return the zones that are places; all others are offsets or old names of places."""
    aliases = get_global("zone_aliases")
    return (zone for zone in zones() if _country(zone) and zone not in aliases)


def _country(zone: str) -> str:
    """Return the code of a zone's country; empty for what is no place.

    Zones come up faster than Babel learns of them: the others are known by what comes with their rules.
    """
    country: str = get_global("zone_territories").get(zone) or countries().get(zone, "")
    return "" if country == _NOWHERE else country


def _names(zone: str, language: str) -> Iterator[str]:
    olds = (old for old, new in get_global("zone_aliases").items() if new == zone)
    for one in (zone, *olds):
        yield _plain(one)
        yield _plain(one.rpartition("/")[2])
    for one in {language, *languages()}:
        city, country = _place(zone, one)
        yield from map(_plain, (city, country, f"{city} ({country})"))
    yield _SHORT.get(_country(zone), "")


@functools.cache
def _place(zone: str, language: str) -> tuple[str, str]:
    """Return a zone's city and country in a language; the country is empty if it has the city's name."""
    try:
        locale = Locale.parse(language.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        locale = Locale("en")
    code = _country(get_global("zone_aliases").get(zone, zone))
    if not code:
        return zone, ""
    # Where a language has no name for a city, the zone's own name is used: `Argentina/Buenos Aires`.
    city = get_timezone_location(ZoneInfo(zone), locale, return_city=True).rpartition("/")[2]
    country = locale.territories.get(code, "")
    return city, "" if country == city else country


def _plain(text: str) -> str:
    """Return a name without accents, capitals and punctuation."""
    letters = unicodedata.normalize("NFKD", text.casefold().replace("_", " ").replace("/", " ").replace("-", " "))
    return " ".join("".join(one for one in letters if one.isalnum() or one == " ").split())
