"""Czech."""

from ..catalogue import Catalogue, Template
from .collation import collated
from .declension import CASES, GENDERS, adjective, inflected
from .patterns import NEGATIONS, OPPOSITES, PATTERNS, TELLING, polished
from .prose import PROSE

MESSAGES: dict[str, Template] = {
    # --- the log of a match
    "log.choice": "{player}: {choice}",
    "log.answer": "{player}: {question} – {choice}",
    "log.secret choice": "{player} má vybráno.",
    "log.luck": "Náhoda: {choice}",
    "log.secret luck": "Náhoda rozhodla.",
    "log.over": "Konec hry. Vítězí: {winners}.",
    "log.revealed": "Odhaleno: {pieces}.",
    "log.revealed in": "Odhaleno – {place}: {pieces}.",
    "log.nobody": "nikdo",
    "log.scores": " Body: {scores}.",
    # --- names and values
    "name.none": "nic",
    "name.yes": "ano",
    "name.no": "ne",
    "name.unknown piece": "neznámý předmět",
    "name.unknown card": "neznámá karta ({type})",
    "name.unknown number": "neznámé číslo",
    "name.unknown player": "neznámý hráč",
    "name.unknown value": "něco neznámého",
    "name.owned": "{name} ({owner})",
    "name.amount": "{what} {count}",
    # --- what players are asked, where the game does not say it
    "ask.turn": "Jsi na tahu. Co uděláš?",
    "ask.choose one": "Vyber jednu možnost.",
    "ask.any order": "Co provedeš teď?",
    "ask.may": "Chceš?",
    "ask.offer": "Chceš odpovědět?",
    "ask.instead": "Co použiješ?",
    "ask.chance": "Rozhoduje náhoda.",
    "ask.order": "Co nastane dřív?",
    # in the words of the rules, by languages that can say them
    "ask.choose text": "Vyber {text}.",
    "ask.may text": "Chceš toto: {text}?",
    "ask.instead of text": "Co se stane místo tohoto: {text}?",
    # in general words, by those that cannot
    "ask.choose": "Vyber {what:acc}.",
    "ask.choose cell": "Vyber místo na plánu.",
    "ask.choose number": "Vyber číslo.",
    "ask.choose several": "Vyber postupně {what:acc}.",
    "ask.choose exactly": "Vyber postupně {what:acc}. Kolik: {count}.",
    "ask.choose at most": "Vyber postupně {what:acc}. Kolik: nejvýš {count}.",
    "ask.may do": "Chceš toto: {what}?",
    "ask.may do something": "Chceš to udělat?",
    "ask.may use": "Chceš to použít?",
    "ask.may choose": "Chceš vybrat {what:acc}?",
    "ask.may pay": "Chceš zaplatit {what}?",
    "ask.may gain": "Chceš získat {what}?",
    "ask.may put": "Chceš přesunout {what:acc}?",
    "ask.may swap": "Chceš vyměnit {what:acc}?",
    "ask.may look": "Chceš se podívat na {what:acc}?",
    "ask.may reveal": "Chceš odkrýt {what:acc}?",
    "ask.may show": "Chceš ukázat {what:acc}?",
    # --- the options that the language itself offers
    "option.yes": "ano",
    "option.no": "ne",
    "option.enough": "stačí",
    "option.none of them": "nic z toho",
    "option.pass": "pasovat",
    "option.nothing": "nic",
    # --- why an option cannot be chosen
    "refusal.over": "partie skončila",
    "refusal.not yours": "teď nerozhoduje {name}, ale {whose}",
    "refusal.this player": "tento hráč",
    "refusal.which": "která možnost: {options}?",
    "refusal.open": "; lze vybrat: {options}",
    "refusal.unknown": "taková možnost tu není: '{option}'",
    "refusal.elsewhere": "teď se rozhoduje o něčem jiném než '{option}'",
    "refusal.closed": "možnost '{option}' teď není otevřená",
    "refusal.not open": "možnost '{option}' není otevřená: {why}",
    "refusal.holds": "musí platit: {text}",
    "refusal.pays": "nelze zaplatit: {text}",
    "refusal.chooses": "není co vybrat: {text}",
    "refusal.begins": "nelze provést: {text}",
    "refusal.among": "musí to být: {text}",
    "refusal.object": "teď nelze vybrat '{option}': {why}",
    "refusal.apart": "'{option}' není mezi tím, co lze teď vybrat",
    # --- why nothing can be taken back
    "table.linked": "{player} má teď nový odkaz",
    "takeback.nothing": "není tu nic tvého, co by šlo vzít zpět",
    "takeback.another": "nejde to: mezitím rozhodl jiný člověk",
    "takeback.meanwhile": "nejde to: od té doby přišli na řadu jiní a někdo se něco dozvěděl",
    "takeback.others": "nejde to: současně s tebou rozhodují jiní lidé",
    "takeback.luck": "nejde to: mezitím rozhodla náhoda",
    "takeback.answers": "nejde to: všichni už odpověděli a odpovědi vyšly najevo",
    "takeback.knowledge": "nejde to: {player} už ví něco nového",
    # --- the rules of the rulebook, and what was decided beside it
    "rules.kind decision": "rozhodnutí",
    "rules.kind public": "veřejně známé",
    "rules.kind note": "poznámka",
    "rules.kind variant": "zařizuje varianta",
    "rules.why": "proč",
    "rules.about": "týká se",
    "rules.touched by": "k tomu",
    "rules.cited by": "uplatňuje",
    "rules.shown by": "ukazuje",
    "rules.no rules": "Hra nemá zapsaná pravidla.",
    "rules.no decisions": "Nic nebylo rozhodnuto nad rámec pravidel.",
    # --- play at a terminal
    "table.help": """\
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
    "table.you": "Hraješ za: {names}.",
    "table.seat": "{name} (místo {number} z {count})",
    "table.ways": "Piš číslo nebo název možnosti; 'čti NÁZEV' ukáže, co karta dělá, 'pravidla' pravidla hry, "
    "'pomoc' vypíše ostatní.",
    "table.picture": "'značky' vysvětlí obrázek.",
    "table.hand over": "--- {name}, hraješ ty. Až se nikdo jiný nebude dívat, stiskni Enter. ---",
    "table.kinds": {"one": "{count} druh", "few": "{count} druhy", "many": "{count} druhů"},
    "table.took back": {
        "one": "vzat zpět {count} krok",
        "few": "vzaty zpět {count} kroky",
        "many": "vzato zpět {count} kroků",
    },
    "table.nothing to take back": "není tu nic tvého, co by šlo vzít zpět",
    "table.saved": "uloženo do {path}; pokračuj příkazem: {command}",
    "table.not saved": "{path} nelze zapsat: {reason}",
    "table.endless": "partie po {bound} rozhodnutích neskončila ('steps:' říká, kolik jich smí být)",
    "table.is open": "'{name}' je otevřeno",
    "table.see help": "'pomoc' vypíše, co lze psát",
    "table.unfinished": "('zpět' vezme předchozí volbu zpět, chceš-li něco jiného)",
    "table.twofold": "  (nejdřív platí názvy možností: {names}; s tečkou, '{example}.', je to číslo v seznamu)",
    "table.answering": "{prompt} (stalo se: {event})",
    "table.answering after": "{prompt} (předtím: {event})",
    "table.no picture": "není tu obrázek, jen seznamy",
    "table.read what": "co číst? Napiš název karty, figurky, možnosti nebo místa, třeba: čti {example}",
    "table.not named": "nic se nejmenuje '{name}'",
    "table.did you mean": "; nemáš na mysli '{guess}'?",
    "table.several": "'{name}' je ve více názvech: {names}",
    "table.copies": "{type}, počet: {count}",
    "table.copy": "{type}",
    "table.option": "možnost",
    "table.needs": "je třeba",
    "table.does": "co se stane",
    "table.happens": "v pravidlech",
    "table.is": "je",
    "table.designs": "druhy",
    "table.meaning": "přitom",
    "table.rulebook": "pravidla",
    "table.player": "Hráč",
    "table.place": "místo",
    "table.state": "stav",
    "table.number": "číslo",
    "table.phrase": "věta",
    "table.sections": "oddíly (pravidla ODDÍL jeden ukáže): {names}",
    "table.no rules": "hra svá pravidla nevypisuje",
    "table.no section": "oddíl '{name}' tu není; jsou tu: {names}",
    "table.signs: ways": "{arrows}  kudy vedou cesty z pole ({piece}), jak na něm teď leží",
    "table.signs: many ways": "{sign}  víc cest, než se vejde vedle názvu; vypíše je 'čti' s jejím názvem ({piece})",
    "table.signs: edge": "{sign}  na hraně: {places}",
    "table.signs: field": "b2  název pole; pod ním je, co tam leží, uříznuté, kde je to příliš dlouhé",
    "table.signs: bracket": "(název)  leží tam lícem dolů a ty to víš",
    "table.signs: turned": "({state} 2)  {piece}: natočení o dvě šestiny po směru hodin; šipky ukazují, jak leží",
    "table.signs: unknown": "?  kus, který neznáš; … víc, než se sem vejde ('vše' je ukáže)",
    "table.signs: grid": "{sign}  prázdné pole; řádky mají čísla, sloupce písmena: b2 je ve sloupci b a řádku 2",
    "table.signs: box": "┌─ b2 ─┐  pole jako rámeček: sloupec b, řádek 2; v něm je, co tam leží",
    "table.signs: drawn": "barvy: {colours}",
    "table.signs: shown": "[0]  ukazatel leží na poli s tímto číslem; {sign}x  x je, co ukazuje pole",
    "table.signs: passage": "{signs}  cesta mezi dvěma poli ({places}: {state})",
}

NOUNS = {
    "player": dict(inflected({"nom": "hráč", "gen": "hráče", "gender": "m"})),
    "cell": dict(inflected({"nom": "políčko", "gen": "políčka"})),
    "kind": dict(inflected({"nom": "druh", "gen": "druhu"})),
    "number": dict(inflected({"nom": "číslo", "gen": "čísla"})),
    "place": dict(inflected({"nom": "místo", "gen": "místa"})),
    "word": dict(inflected({"nom": "slovo", "gen": "slova"})),
    "direction": dict(inflected({"nom": "směr", "gen": "směru"})),
    "row": dict(inflected({"nom": "řada", "gen": "řady"})),
    "column": dict(inflected({"nom": "sloupec", "gen": "sloupce", "gender": "i"})),
    "holder": dict(inflected({"nom": "držitel", "gen": "držitele", "gender": "m"})),
    "anything": {"nom": "…"},
    "card": {"nom": "karta", "gender": "f"},
}

COMMANDS = {
    "undo": ("zpět",),
    "look": ("stůl",),
    "view": ("vše",),
    "log": ("průběh",),
    "read": ("čti",),
    "rules": ("pravidla",),
    "legend": ("značky",),
    "why": ("proč",),
    "save": ("ulož",),
    "help": ("pomoc", "nápověda"),
    "quit": ("konec",),
}

LIBRARY = {
    "everyone": "všichni",
    "nobody": "nikdo",
    "others": "ostatní",
    "difference between {some: number} and {rest: number}": "rozdíl",
    "{taker: player} draws {n: number} cards": "{taker} líže "
    "{the smaller of n and the number of cards in the deck}.",
    "{taker: player} draws a card": "{taker} líže kartu.",
    "deal {n: number} cards to {takers: players}": "Každý dostává karty ({n}).",
    "{loser: player} discards {waste: pieces}": "{loser} odhazuje.",
    "{loser: player} discards a card": "{loser} odhazuje kartu.",
    "reshuffle the discard pile": "Odhazovací balíček se zamíchá do balíčku.",
    "{thrown: die} lands on {eyes: number}": "{thrown}: {eyes}.",
}

SENTENCES = {
    "{taker: player} draws {n: number} cards": "{taker} líže {n: card acc}",
    "{taker: player} draws a card": "{taker} líže kartu",
    "{taker: player} draws from the deck": "{taker} bere vrchní kartu balíčku",
    "{loser: player} parts with {waste: pieces}": "{loser} odkládá {waste:acc}",
    "deal {n: number} cards to {takers: players}": "rozdej {n: card acc} každému z: {takers}",
    "discard {waste: pieces}": "odhoď {waste:acc}",
    "{loser: player} discards {waste: pieces}": "{loser} odhazuje {waste:acc}",
    "{loser: player} discards a card": "{loser} odhazuje kartu",
    "{loser: player} discards {n: number} cards": "{loser} odhazuje {n: card acc}",
    "reshuffle the discard pile": "zamíchej odhazovací balíček zpět do dobíracího",
    "roll {thrown: dice}": "hoď {thrown:ins}",
    "{thrown: die} lands on {eyes: number}": "na {thrown:loc} padá {eyes}",
}

CALLED = {
    "everyone": {
        "nom": "všichni",
        "gen": "všech",
        "dat": "všem",
        "acc": "všechny",
        "loc": "všech",
        "ins": "všemi",
    },
    "nobody": {
        "nom": "nikdo",
        "gen": "nikoho",
        "dat": "nikomu",
        "acc": "nikoho",
        "loc": "nikom",
        "ins": "nikým",
    },
    "others": {
        "nom": "ostatní",
        "gen": "ostatních",
        "dat": "ostatním",
        "acc": "ostatní",
        "loc": "ostatních",
        "ins": "ostatními",
    },
    "difference between {some: number} and {rest: number}": dict(
        inflected({"nom": "rozdíl", "gen": "rozdílu"})
    ),
}

CATALOGUE = Catalogue(
    tag="cs",
    name="Czech",
    cases=CASES,
    genders=GENDERS,
    agreeing=(("m", "i"), ("f",), ("n",)),
    inflected=inflected,
    patterns=PATTERNS,
    adjective=adjective,
    polished=polished,
    opposites=OPPOSITES,
    negations=NEGATIONS,
    telling=TELLING,
    collated=collated,
    # CLDR calls the last one `other` and keeps `many` for fractions, which are not counted here; in the files of
    # games `many` reads better.
    plurals={"one": "n = 1", "few": "n = 2..4", "many": ""},
    by_plural=("few",),
    messages=MESSAGES,
    nouns=NOUNS,
    commands=COMMANDS,
    library=LIBRARY,
    sentences=SENTENCES,
    called=CALLED,
    prose=PROSE,
)
