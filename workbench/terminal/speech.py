"""What the workbench itself says at a table, in the languages of play; names and texts are the game's own."""

from __future__ import annotations

import unicodedata

COMMANDS: dict[str, tuple[str, ...]] = {
    "undo": ("zpět",),
    "look": ("stůl",),
    "view": ("vše",),
    "log": ("průběh",),
    "read": ("čti",),
    "rules": ("pravidla",),
    "legend": ("značky",),
    "why": ("proč",),
    "save": ("ulož",),
    "help": ("pomoc", "nápověda", "?"),
    "quit": ("konec", "exit", "q"),
}
"""Each command with the other words for it; accents may be left out where they are typed."""

SAYINGS: dict[str, dict[str, str]] = {
    "help": {
        "en": """\
  NUMBER or NAME   choose that option (a name goes first; '3.' is always the third)
  undo             take back your last decision, until somebody learns something
  look · view      the table again; all that you see, with nothing left out
  log              all that has happened
  read NAME        what a card, a piece, an option or a phrase of the rules says
  rules [SECTION]  the rulebook: its sections, or the rules of one
  legend           the signs of the picture
  why NAME         why an option is not open
  save [FILE]      write the match to a file
  quit             leave (the match is saved)""",
        "cs": """\
  ČÍSLO nebo NÁZEV   vybrat tu možnost (název má přednost; '3.' je vždy třetí)
  zpět               vzít zpět své poslední rozhodnutí, dokud se nikdo nic nedozví
  stůl · vše         znovu stůl; vše, co vidíš, bez vynechávek
  průběh             vše, co se stalo
  čti NÁZEV          co říká karta, figurka, možnost nebo věta pravidel
  pravidla [ODDÍL]   pravidla: jejich oddíly, nebo pravidla jednoho
  značky             co znamenají značky na obrázku
  proč NÁZEV         proč některá možnost není otevřená
  ulož [SOUBOR]      zapsat partii do souboru
  konec              odejít (partie se uloží)""",
    },
    "you": {
        "en": "You are {names}.",
        "cs": "Hraješ za: {names}.",
    },
    "seat": {"en": "{name} (seat {number} of {count})", "cs": "{name} (místo {number} z {count})"},
    "ways": {
        "en": "Type the number or the name of an option; 'read NAME' shows what a card does, 'rules' the rulebook, "
        "'help' lists the rest.",
        "cs": "Piš číslo nebo název možnosti; 'čti NÁZEV' ukáže, co karta dělá, 'pravidla' pravidla hry, "
        "'pomoc' vypíše ostatní.",
    },
    "picture": {"en": "'legend' explains the picture.", "cs": "'značky' vysvětlí obrázek."},
    "hand over": {
        "en": "--- {name}, it is yours. Press Enter when nobody else is looking. ---",
        "cs": "--- {name}, hraješ ty. Až se nikdo jiný nebude dívat, stiskni Enter. ---",
    },
    "took back": {"en": "took back {count} action{s}", "cs": "počet kroků vzatých zpět: {count}"},
    "nothing to take back": {
        "en": "there is nothing of yours to take back",
        "cs": "není tu nic tvého, co by šlo vzít zpět",
    },
    "saved": {
        "en": "saved to {path}; go on with: {command}",
        "cs": "uloženo do {path}; pokračuj příkazem: {command}",
    },
    "not saved": {"en": "{path} cannot be written: {reason}", "cs": "{path} nelze zapsat: {reason}"},
    "endless": {
        "en": "the match has not ended after {bound} decisions ('steps:' says how many it may take)",
        "cs": "partie po {bound} rozhodnutích neskončila ('steps:' říká, kolik jich smí být)",
    },
    "is open": {"en": "'{name}' is open", "cs": "'{name}' je otevřeno"},
    "see help": {"en": "'help' lists what you can type", "cs": "'pomoc' vypíše, co lze psát"},
    "unfinished": {
        "en": "('undo' takes back what you chose before, if you want something else)",
        "cs": "('zpět' vezme předchozí volbu zpět, chceš-li něco jiného)",
    },
    "twofold": {
        "en": "  (names of options go first: {names}; with a dot, '{example}.' is the number in the list)",
        "cs": "  (nejdřív platí názvy možností: {names}; s tečkou, '{example}.', je to číslo v seznamu)",
    },
    "answering": {"en": "{prompt} (it happened: {event})", "cs": "{prompt} (stalo se: {event})"},
    "answering after": {"en": "{prompt} (after: {event})", "cs": "{prompt} (předtím: {event})"},
    "no picture": {"en": "there is no picture here, only lists", "cs": "není tu obrázek, jen seznamy"},
    "read what": {
        "en": "read what? Name a card, a piece, an option or a place, as in: read {example}",
        "cs": "co číst? Napiš název karty, figurky, možnosti nebo místa, třeba: čti {example}",
    },
    "not named": {"en": "nothing is called '{name}'", "cs": "nic se nejmenuje '{name}'"},
    "did you mean": {"en": "; did you mean '{guess}'?", "cs": "; nemáš na mysli '{guess}'?"},
    "several": {"en": "'{name}' is in several names: {names}", "cs": "'{name}' je ve více názvech: {names}"},
    "copies": {"en": "{type}, {count} copies", "cs": "{type}, počet: {count}"},
    "copy": {"en": "{type}", "cs": "{type}"},
    "option": {"en": "option", "cs": "možnost"},
    "needs": {"en": "needs", "cs": "je třeba"},
    "does": {"en": "does", "cs": "co se stane"},
    "happens": {"en": "in the rules", "cs": "v pravidlech"},
    "is": {"en": "is", "cs": "je"},
    "designs": {"en": "there are", "cs": "jsou to"},
    "meaning": {"en": "where", "cs": "přitom"},
    "rulebook": {"en": "rules", "cs": "pravidla"},
    "player": {"en": "Player", "cs": "Hráč"},
    "place": {"en": "place", "cs": "místo"},
    "state": {"en": "state", "cs": "stav"},
    "number": {"en": "number", "cs": "číslo"},
    "phrase": {"en": "phrase", "cs": "věta"},
    "sections": {
        "en": "sections (rules SECTION shows one): {names}",
        "cs": "oddíly (pravidla ODDÍL jeden ukáže): {names}",
    },
    "no rules": {"en": "the game lists no rules", "cs": "hra svá pravidla nevypisuje"},
    "no section": {
        "en": "there is no section '{name}'; there are: {names}",
        "cs": "oddíl '{name}' tu není; jsou tu: {names}",
    },
    "signs: ways": {
        "en": "{arrows}  the ways that lead out of a field, as its {piece} lies now",
        "cs": "{arrows}  kudy vedou cesty z pole, jak na něm teď leží {piece}",
    },
    "signs: many ways": {
        "en": "{sign}  more ways than fit beside the name; 'read' and the name of the {piece} tells them",
        "cs": "{sign}  víc cest, než se vejde vedle názvu; řekne je 'čti' a název, který má {piece}",
    },
    "signs: edge": {"en": "{sign}  on an edge: {places}", "cs": "{sign}  na hraně: {places}"},
    "signs: field": {
        "en": "b2  the name of a field; below it what lies there, cut off where it is too long",
        "cs": "b2  název pole; pod ním je, co tam leží, uříznuté, kde je to příliš dlouhé",
    },
    "signs: bracket": {
        "en": "(name)  lies there face down, and you know it",
        "cs": "(název)  leží tam lícem dolů a ty to víš",
    },
    "signs: turned": {
        "en": "({state} 2)  of a {piece}: turned by two sixths clockwise; the arrows show it as it lies",
        "cs": "({state} 2)  {piece} je natočena o dvě šestiny po směru hodin; šipky ukazují, jak leží",
    },
    "signs: unknown": {
        "en": "?  a piece that you do not know; … more than fit here ('view' shows them)",
        "cs": "?  kus, který neznáš; … víc, než se sem vejde ('vše' je ukáže)",
    },
    "signs: grid": {
        "en": "{sign}  an empty field; rows have numbers, columns letters: b2 is in column b, row 2",
        "cs": "{sign}  prázdné pole; řádky mají čísla, sloupce písmena: b2 je ve sloupci b a řádku 2",
    },
}


def say(key: str, language: str, **parts: object) -> str:
    """A saying in a language, with its blanks filled in."""
    text = SAYINGS[key][language]
    return text.format(**parts) if parts else text


def command_of(word: str) -> str | None:
    """The command that a word stands for, in either language; None if it is no command."""
    plain = _plain(word)
    for command, others in COMMANDS.items():
        if plain in {_plain(one) for one in (command, *others)}:
            return command
    return None


def _plain(word: str) -> str:
    """A word without accents and capitals: who has no Czech keyboard types it so."""
    letters = unicodedata.normalize("NFKD", word.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
