"""English: what the reading of rulebooks needs, above all which words are ordinary in them."""

from ..prose import Prose, listed

PREPOSITIONS = listed(
    """
    about above across after against along among around at before behind below beneath beside between by
    during for from in inside into near of off on onto out outside over per through to toward towards under
    until upon with within without
    """
)

DETERMINERS = listed(
    """
    a all an another any both each either every few her his its many my neither no other our several some such
    that the their these this those which whose your
    """
)

FUNCTION = listed(
    """
    again almost already also although always and are as away back be because been being but can cannot could
    did do does done down else even ever everybody everyone except face first further get gets had has have he
    here hers him how however i if immediately instead is it itself just last least less let like may me might
    more most much must never next nobody none nor not nothing now often once one only or others otherwise own
    please s same second shall she should since so somebody something soon still t than theirs them then there
    they third though thus together too twice unless up us was we well were what whatever when whenever where
    wherever whether while who whoever whom why will would yet you yours
    """
)

NUMBERS = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
}

PIECES = listed(
    """
    board boards card cards copies copy counter counters cube cubes disc discs figure figures marker markers
    piece pieces tile tiles token tokens
    """
)

PLAIN = listed(
    """
    ability action addition advantage amount answer area artist author back bag beginning board bottom box
    card case chance change chapter choice circle clockwise color colour column component condition content
    contents copy corner cost counter cube decision deck description designer detail difference direction disc
    discard edge effect end event example exception expansion face fact figure front game goal group half hand
    head help hour icon idea illustration image kind least left level line list lot marker match meaning
    middle minute moment most move name neighbor neighbour note number object opponent option order overview
    owner page pair paper part people person phase picture piece pile place plan play player point position
    possibility preparation publisher question reason reference remainder rest result reverse right round row
    rule rulebook section set setup shape side sign situation size space stack start step sum supply symbol
    table text thing tie time title token top total track turn type value variant way winner word year
    """
)

PROSE = Prose(
    stems="english",
    prepositions=PREPOSITIONS,
    stranded=PREPOSITIONS - {"of", "into", "onto", "upon"},
    determiners=DETERMINERS,
    joins=frozenset(("and", "or")),
    numbers=NUMBERS,
    theirs=frozenset(("their",)),
    its=frozenset(("its", "his", "her")),
    purpose=frozenset(("for",)),
    players=frozenset(("player", "players")),
    amount=frozenset(("number", "numbers", "amount")),
    of="of",
    function=FUNCTION,
    pieces=PIECES,
    plain=PLAIN,
)
