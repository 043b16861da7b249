"""English: what the reading of rulebooks needs, above all which words are ordinary in them."""

from ..prose import Prose

PREPOSITIONS = frozenset(
    """about above across after against along among around at before behind below beneath beside between by during
    for from in inside into near of off on onto out outside over per through to toward towards under until upon with
    within without""".split()
)
DETERMINERS = frozenset(
    """the a an this that these those each every any some all no another other both either neither your their its his
    her our my several many few which whose such""".split()
)
FUNCTION = frozenset(
    """about above across after again against all almost along already also although always among an and another any are
    around as at away back be because been before being below beside between both but by can cannot could did do does
    done down during each either else even ever every everybody everyone except few first for from further get gets
    had has have he her here hers him his how however i if immediately in instead into is it its itself just last
    least less let like many may me might more most much must my never next no nobody none nor not nothing now of off
    often on once one only onto or other others otherwise our out over own per please s same second shall she should
    since so some somebody something soon still such t than that the their theirs them then there these they third
    this those though through thus to together too toward towards twice under unless until up upon us was we well were
    what whatever when whenever where wherever whether which while who whoever whom whose why will with within without
    would yet you your yours face up down""".split()
)
NUMBERS = {
    word: number
    for number, word in enumerate(
        "one two three four five six seven eight nine ten eleven twelve".split(), start=1
    )
}
PIECES = frozenset(
    """card cards token tokens figure figures piece pieces tile tiles board boards cube cubes marker markers copy
    copies disc discs counter counters""".split()
)
PLAIN = frozenset(
    """ability action addition advantage amount answer area author back bag beginning board box card case chance change
    chapter choice circle colour color column component condition content contents copy corner cost counter cube deck
    decision description detail difference direction disc discard edge effect end event example exception expansion face
    fact figure front game goal group half hand head help hour icon idea illustration image kind least left level line
    list lot marker match meaning middle minute moment most move name neighbour neighbor note number object opponent
    option order overview owner page pair paper part person phase picture piece pile place plan play player point
    position possibility preparation question reason reference remainder rest result reverse right round row rule
    rulebook section set setup shape side sign situation size space stack start step supply symbol table text thing tie
    time title token top bottom turn type variant way winner word year track value total sum clockwise
    person people publisher designer artist""".split()
)

PROSE = Prose(
    stems="english",
    prepositions=PREPOSITIONS,
    stranded=PREPOSITIONS - {"of", "from", "into", "onto", "upon"},
    determiners=DETERMINERS,
    joins=frozenset(("and", "or")),
    numbers=NUMBERS,
    theirs=frozenset(("their",)),
    its=frozenset(("its", "his", "her")),
    purpose=frozenset(("for", "to", "on")),
    bounds=frozenset(("least", "most", "to", "than", "about", "remaining", "up")),
    players=frozenset(("player", "players")),
    amount=frozenset(("number", "numbers", "amount")),
    of="of",
    function=FUNCTION,
    pieces=PIECES,
    plain=PLAIN,
)
