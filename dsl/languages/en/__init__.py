"""English: the language of the rules. What other catalogues lack is said in it."""

from ..catalogue import Catalogue, Template
from .prose import PROSE

MESSAGES: dict[str, Template] = {
    # --- the log of a match
    "log.choice": "{player}: {choice}",
    "log.secret choice": "{player} has chosen.",
    "log.luck": "Luck: {choice}",
    "log.secret luck": "Luck has decided.",
    "log.over": "The match is over; {winners} won.",
    "log.nobody": "nobody",
    "log.scores": " Scores: {scores}.",
    # --- names and values
    "name.none": "none",
    "name.yes": "yes",
    "name.no": "no",
    "name.unknown piece": "an unknown piece",
    "name.unknown card": "an unknown {type}",
    "name.unknown number": "an unknown number",
    "name.unknown player": "an unknown player",
    "name.unknown value": "something unknown",
    "name.owned": "{owner}'s {name}",
    "name.amount": "{count} {what}",
    # --- what players are asked, where the game does not say it
    "ask.turn": "your turn",
    "ask.choose one": "choose one",
    "ask.any order": "what next?",
    "ask.may": "may",
    "ask.offer": "may answer, or pass",
    "ask.instead": "instead",
    "ask.chance": "chance",
    "ask.order": "what acts first",
    # in the words of the rules, by languages that can say them
    "ask.choose text": "choose {text}",
    "ask.may text": "may: {text}",
    "ask.instead of text": "what happens instead of: {text}",
    # in general words, by those that cannot
    "ask.choose": "choose: {what}",
    "ask.choose cell": "choose a space",
    "ask.choose number": "choose a number",
    "ask.choose several": "choose one after the other: {what}",
    "ask.choose exactly": "choose one after the other ({count} in all): {what}",
    "ask.choose at most": "choose one after the other (at most {count}): {what}",
    "ask.may do": "do you want this: {what}?",
    "ask.may do something": "do you want to do it?",
    "ask.may use": "do you want to use it?",
    "ask.may choose": "do you want to choose: {what}?",
    "ask.may pay": "do you want to pay: {what}?",
    "ask.may gain": "do you want to gain: {what}?",
    "ask.may put": "do you want to move: {what}?",
    "ask.may swap": "do you want to swap: {what}?",
    "ask.may look": "do you want to look at: {what}?",
    "ask.may reveal": "do you want to reveal: {what}?",
    "ask.may show": "do you want to show: {what}?",
    # --- the options that the language itself offers
    "option.yes": "yes",
    "option.no": "no",
    "option.enough": "enough",
    "option.none of them": "none of them",
    "option.pass": "pass",
    "option.nothing": "nothing",
    # --- why an option cannot be chosen
    "refusal.over": "the match is over",
    "refusal.not yours": "it is not {name} who decides now, but {whose}",
    "refusal.this player": "this player",
    "refusal.which": "which: {options}?",
    "refusal.open": "; open are: {options}",
    "refusal.unknown": "there is no such option as '{option}'",
    "refusal.elsewhere": "'{option}' belongs to another decision",
    "refusal.closed": "'{option}' is not open now",
    "refusal.not open": "'{option}' is not open: {why}",
    "refusal.holds": "it needs: {text}",
    "refusal.pays": "this cannot be paid: {text}",
    "refusal.chooses": "there is nothing to choose: {text}",
    "refusal.begins": "this cannot be done: {text}",
    "refusal.among": "it must be one of: {text}",
    # --- why nothing can be taken back
    "takeback.nothing": "there is nothing of yours to take back",
    "takeback.another": "not possible: another person has decided since",
    "takeback.others": "not possible: other people decide at the same time as you",
    "takeback.luck": "not possible: luck has decided since",
    "takeback.answers": "not possible: all have answered, and the answers have come out",
    "takeback.knowledge": "not possible: {player} has learnt something since",
    # --- play at a terminal
    "table.help": """\
  NUMBER or NAME   choose that option (names take precedence; '3.' is always the third)
  undo             take back your last decision, until somebody learns something
  look · view      the position again; with view, in full
  log              everything that has happened
  read NAME        what a card, a piece, an option or a phrase of the rules says
  rules [SECTION]  the rulebook: its sections, or the rules in one
  legend           the signs of the picture
  why NAME         why you cannot choose an option
  save [FILE]      write the match to a file
  quit             leave (the match is saved)""",
    "table.you": "You are {names}.",
    "table.seat": "{name} (seat {number} of {count})",
    "table.ways": "Type the number or the name of an option; 'read NAME' shows what a card does, 'rules' the "
    "rulebook, 'help' lists the rest.",
    "table.picture": "'legend' explains the picture.",
    "table.hand over": "--- {name}, it is yours. Press Enter when nobody else is looking. ---",
    "table.took back": {"one": "took back {count} action", "other": "took back {count} actions"},
    "table.nothing to take back": "there is nothing of yours to take back",
    "table.saved": "saved to {path}; resume with: {command}",
    "table.not saved": "{path} cannot be written: {reason}",
    "table.endless": "the match has not ended after {bound} decisions ('steps:' says how many it may take)",
    "table.is open": "'{name}' is open",
    "table.see help": "'help' lists what you can type",
    "table.unfinished": "('undo' takes back what you chose before, if you want something else)",
    "table.twofold": "  (option names take precedence: {names}; with a dot, '{example}.' is the number in the list)",
    "table.answering": "{prompt} (it happened: {event})",
    "table.answering after": "{prompt} (after: {event})",
    "table.no picture": "there is no picture here, only lists",
    "table.read what": "read what? Name a card, a piece, an option or a place, as in: read {example}",
    "table.not named": "nothing is called '{name}'",
    "table.did you mean": "; did you mean '{guess}'?",
    "table.several": "'{name}' is in several names: {names}",
    "table.copies": "{type}, {count} copies",
    "table.copy": "{type}",
    "table.option": "option",
    "table.needs": "needs",
    "table.does": "does",
    "table.happens": "in the rules",
    "table.is": "is",
    "table.designs": "there are",
    "table.meaning": "where",
    "table.rulebook": "rules",
    "table.player": "Player",
    "table.place": "place",
    "table.state": "state",
    "table.number": "number",
    "table.phrase": "phrase",
    "table.sections": "sections (rules SECTION shows one): {names}",
    "table.no rules": "the game lists no rules",
    "table.no section": "there is no section '{name}'; there are: {names}",
    "table.signs: ways": "{arrows}  the exits of a field, as its {piece} is turned now",
    "table.signs: many ways": "{sign}  more exits than fit next to the name; 'read' with the name of the {piece} "
    "lists them",
    "table.signs: edge": "{sign}  on an edge: {places}",
    "table.signs: field": "b2  the name of a field; below it the pieces there, cut off if there is no room",
    "table.signs: bracket": "(name)  a piece that lies there face down, and that you know",
    "table.signs: turned": "({state} 2)  of a {piece}: turned by two sixths clockwise; the arrows show it as it lies",
    "table.signs: unknown": "?  a piece that you do not know; … more than fit here ('view' shows them)",
    "table.signs: grid": "{sign}  an empty field; rows have numbers, columns letters: b2 is in column b, row 2",
    "table.signs: box": "┌─ b2 ─┐  a field as a box: column b, row 2; in it what lies there",
    "table.signs: drawn": "colours of pieces: {colours}",
    "table.signs: shown": "[0]  where a marker lies on the number of a field; {sign}x  x is what the field shows",
    "table.signs: passage": "{signs}  a passage between two fields ({places}: {state})",
}

NOUNS = {
    "player": {"nom": "player"},
    "cell": {"nom": "space"},
    "kind": {"nom": "kind"},
    "number": {"nom": "number"},
    "place": {"nom": "place"},
    "word": {"nom": "word"},
    "direction": {"nom": "direction"},
    "holder": {"nom": "holder"},
    "anything": {"nom": "…"},
    "card": {"nom": "card"},
}

COMMANDS = {
    "undo": ("undo",),
    "look": ("look",),
    "view": ("view",),
    "log": ("log",),
    "read": ("read",),
    "rules": ("rules",),
    "legend": ("legend",),
    "why": ("why",),
    "save": ("save",),
    "help": ("help", "?"),
    "quit": ("quit", "exit", "q"),
}

LIBRARY = {
    "everyone": "everyone",
    "nobody": "nobody",
    "others": "others",
    "difference between {some: number} and {rest: number}": "difference",
    "{taker: player} draws {n: number} cards": "{taker} draws "
    "{the smaller of n and the number of cards in the deck}.",
    "{taker: player} draws a card": "{taker} draws a card.",
    "deal {n: number} cards to {takers: players}": "{n: card} each are dealt.",
    "{loser: player} discards {waste: pieces}": "{loser} discards.",
    "{loser: player} discards a card": "{loser} discards a card.",
    "reshuffle the discard pile": "The discard pile is shuffled into the deck.",
    "{thrown: die} lands on {eyes: number}": "The {thrown} shows {eyes}.",
}

CATALOGUE = Catalogue(
    tag="en",
    name="English",
    says_rules=True,
    messages=MESSAGES,
    nouns=NOUNS,
    commands=COMMANDS,
    library=LIBRARY,
    prose=PROSE,
)
