"""Czech: what the reading of rulebooks needs, above all which words are ordinary in them."""

from ..prose import Prose

PREPOSITIONS = frozenset(
    """bez během dle do k ke ku kolem kromě kvůli mezi mimo místo na nad nade naproti o od ode okolo po pod pode podle
    podél pomocí pro prostřednictvím proti před přede přes při s skrz u uvnitř v ve včetně vedle vůči z za ze zpod
    namísto vzhledem""".split()
)
STRANDED = frozenset(
    """kolem mimo místo naproti okolo pomocí proti uvnitř vedle během kromě po pro včetně podle před za""".split()
)
DETERMINERS = frozenset(
    """ten ta to ti ty toho té tomu tu tom tou těch těm těmi tím tento tato toto tito tyto tohoto této tomuto tuto
    tomto touto těchto těmto těmito tímto každý každá každé každého každému každém každým každou všichni všechny
    všechno všech všem všemi některý některá některé některého některému některém některým některou některých některým
    některými jeden jedna jedno jednoho jedné jednomu jednu jednom jednou jedním jiný jiná jiné jiného jiné jinému jinou
    jiném jiným jiných jinými žádný žádná žádné žádného žádnou žádném žádným žádných žádnými svůj svá své svého svému
    svém svým svou svých svým svými jeho její jejich jejího jejímu jejím jejích jejími můj tvůj náš váš vaše vaši
    vašeho vaší vašem vašich vašim oba obě obou oběma několik několika který která které kterého kterému kterém kterým
    kterou kterých kterým kterými jaký jaká jaké jakého jakou jakém jakým takový taková takové takového takovou týž
    tentýž tatáž totéž sám sama samo samotný veškerý veškeré veškerá veškerou veškerých nějaký nějaká nějaké nějakého
    nějakou nějakém nějakým libovolný libovolná libovolné libovolného libovolnou libovolném libovolným kterýkoli
    kterákoli kterékoli kteroukoli kteréhokoli kterémkoli jakýkoli jakákoli jakékoli jakýkoliv jakoukoli""".split()
)
FUNCTION = frozenset(
    """a aby ač ačkoli ale ani anebo ano asi ať atd avšak až bez bude budete budeme budou budu by byl byla byli bylo
    byly být bychom byste co což či čí čeho čemu čím dále další dalšího další dál daleko dokonce dokud dolů doprostřed
    doprava doleva dopředu dozadu dobře dost dosud dva dvě dvou dvěma tři třech třem třemi čtyři čtyř dvakrát třikrát
    jednou hned hodně i ihned jak jako jakmile jakož je jedno jediný jen jenom jenž jež jejž jemu ještě jestli jestliže
    ji jí jich jim jím jimi jinak jinde jde jsou jsem jsi jste jsme již ho mu mi mě mně mnou kam kde kdo kdy kdykoli
    kdykoliv když kéž koho komu kom kolik kolika lze má mají máte máme mám málo méně mezi místo mnoho může můžete
    můžeme mohou můžou moc musí musíte nahoru nahoře nad např například naopak nakonec napřed naráz náš navíc navzájem ne
    nebo nebude nebudou neboť nechť nejdřív nejdříve nejen nejméně nejprve nejvíc nejvíce nejvýš nejvýše není nejsou
    nesmí než ni ní nic nich nim ním nimi nikdo nikdy nikomu nikoho nikoli nikoliv něj něm němu někdo někoho něco někdy
    nyní oba on ona oni ono ony obvykle opět opravdu ovšem pak poprvé podruhé pokud pokaždé pořád postupně poté potom
    pouze právě primárně protože proto přece především předem přesně přitom rovněž rovnou sami samozřejmě samostatně se
    sebe sebou si smí snad společně spolu stále stačí stejně sice současně tady tak také takto takže tam tedy teď téměř
    těsně tím toho tolik tolika totiž trochu třeba tudíž tj tzn tzv už vám vás vámi vy víc více vlevo vpravo vpřed
    vzad vždy však vše všeho všemu vůbec zase zatím zároveň zda zdali zde zejména znovu zpět zpátky že dole uprostřed
    zcela zhruba minimálně maximálně alespoň aspoň poněkud zřejmě takhle tehdy dohromady dovnitř ven venku
    zespodu shora zespoda zleva zprava následně případně pravidelně celkem celkově stranou jinam tamtéž kdokoli
    cokoli cokoliv kdokoliv nikde někde někam dnes letos loni zítra včera tě ti tebe tobě tebou my nám nás námi ony
    chce chcete chtějí chcete dostane dostanete ať pro kvůli vedle nejspíš možná vlastně jinými slovy atp apod resp
    x ks č čili jednak zatímco přičemž mimochodem zvlášť naprosto lépe hůře výše níže blíž blíže dál víckrát vícekrát
    nemá nemají nemůže nemohou nelze kladně záporně přibližně běžně nutně""".split()
)
NUMBERS = {
    "jeden": 1,
    "jedna": 1,
    "jedno": 1,
    "dva": 2,
    "dvě": 2,
    "dvou": 2,
    "dvěma": 2,
    "tři": 3,
    "tří": 3,
    "třem": 3,
    "třech": 3,
    "třemi": 3,
    "čtyři": 4,
    "čtyř": 4,
    "čtyřem": 4,
    "čtyřech": 4,
    "pět": 5,
    "pěti": 5,
    "šest": 6,
    "šesti": 6,
    "sedm": 7,
    "sedmi": 7,
    "osm": 8,
    "osmi": 8,
    "devět": 9,
    "devíti": 9,
    "deset": 10,
    "deseti": 10,
    "dvanáct": 12,
    "dvanácti": 12,
}
PIECES = frozenset(
    """karta karty kartě kartu kartou karet kartám kartách kartami kartička kartičky kartičku kartičce kartičkou
    kartiček kartičkám kartičkách kartičkami žeton žetonu žetony žetonů žetonem žetonech figurka figurky figurku
    figurce figurkou figurek figurkám figurkami dílek dílku dílky dílků destička destičky destičku destiček deska desky
    desku desek kostička kostičky kostičku kostiček kámen kamene kameny kamenů kus kusu kusy kusů
    lístek lístku lístky lístků""".split()
)
PLAIN = frozenset(
    """akce balíček barva bod bok část čas číslo cíl cena den díl dispozice dílek doba důvod důkaz dvojice
    fáze figurka forma hlava hodina hodnota hra hry hře hru hrou her hrám hrách hráč hrana hranice hromada hromádka
    chvíle chyba informace jednotka jméno kapitola karta kolečko kolo kombinace komponenta komponent konec kopie kostka
    kraj krabice krabička krok kruh kus levice líc lícem líci lícová lidé mez míra místo místnost množství moment
    možnost nabídka název nápis nápověda následek návod návrh neděle nula obal obdobie období obrázek obsah obě oddíl
    odkaz odstavec odpověď ohled okamžik okno okolnost okraj oko oči očí omyl osoba otázka papír partie
    plán plocha ploše počátek počet počítadlo podmínka podoba podrobnost pohled pokus pokyn polovina poloha
    položka pomoc pomůcka poměr popis popisek pořadí postup potřeba pozice pozor pozornost poznámka pravda pravice
    pravidlo princip prostor prostředek průběh průměr přednost předchozí přehled příklad příležitost případ příprava
    příručka půlka ráz rada rámec remíza rodina roh rok role rozdíl rozhodnutí rozměr rozsah rub rubem rubu ruka ruce
    rukou rukách ručička řada řádek řešení sada scénář seznam sekunda minuta série situace skupina skutečnost slovo
    smysl směr sloupec součet součást soupeř spoluhráč soused spodek stav stejná strana stránka stavba střed stůl stole
    stolu symbol šance tabulka tah tazích taktika téma text tip trojice čtveřice tým typografie účast účel údaj úhel
    úkon úloha umístění úroveň úsek úspěch úprava úvod uživatel varianta velikost věc věk verze vítěz vítězství vliv
    volba vrch vrstva vršek výběr výhoda výhra vyhodnocení výjimka výměna výpočet výsledek výška vysvětlení
    vysvětlivka vzdálenost vzor začátek základ záležitost závěr závěrka zbytek změna zisk znak značka zpráva způsob
    kotouč obálka sáček pytlík délka šířka šipka ukázka pojem důsledek souvislost řád plus minus dvojnásobek
    třetina čtvrtina web adresa vydavatel ilustrátor ilustrace překlad překladatel grafika redakce poděkování korektura
    sazba autor příloha
    první druhý třetí čtvrtý pátý poslední další předchozí následující příští příslušný odpovídající daný vybraný
    zvolený nový starý velký malý větší menší největší nejmenší vyšší nižší nejvyšší nejnižší horní dolní levý pravý
    celý zbylý zbývající ostatní volný prázdný vlastní cizí stejný různý libovolný jednotlivý celkový společný běžný
    obyčejný speciální dodatečný základní aktuální současný možný nutný jediný jakýkoli jakýkoliv kterýkoli kterýkoliv
    sousední náhodný začínající""".split()
)

PROSE = Prose(
    stems="czech",
    prepositions=PREPOSITIONS,
    stranded=STRANDED,
    determiners=DETERMINERS,
    joins=frozenset(("a", "i", "nebo", "či", "anebo", "ani")),
    numbers=NUMBERS,
    theirs=frozenset(("jejich",)),
    its=frozenset(("jeho", "její", "jejího", "jejímu", "jejím", "jejích", "jejími")),
    purpose=frozenset(("pro", "na")),
    bounds=frozenset(
        """aspoň alespoň nejméně minimálně nejvýš nejvýše maximálně až přes asi zhruba zbývající
        zbývajících""".split()
    ),
    players=frozenset("hráč hráče hráči hráčů hráčům hráčích hráčem".split()),
    amount=frozenset("počet počtu počtem počty počtů".split()),
    adjectives=(
        ("ého", "(a|e|ě|u|i|y|í|o|ho|te)"),
        ("ému", "(u|i|í|ovi|mu)"),
        ("ém", "(e|ě|u|i|í|ém|ovi)"),
        ("ými", "(i|y|ma)"),
        ("ým", "m"),
        ("ých", "([^aeoyé]|í)"),
        ("ou", "(u|ou|i|í|st|ť|ň|[^aeiouyáéíóúůýě])"),
        ("ý", "."),
        ("á", "(a|e|ě|[^aeiouyáéíóúůýě])"),
        ("é", "."),
        ("ího", "(a|e|ě|u|i|y|í|o|ho)"),
        ("ímu", "(u|i|í|ovi)"),
        ("ích", "([^aeoyé]|í)"),
        ("ími", "(i|y)"),
        ("ním", "m"),
        ("ní", "."),
        ("čí", "."),
        ("ší", "."),
        ("cí", "."),
    ),
    participles="(en|án|an|nut|it|at|ut|ěn|jící|ující|l)(ý|á|é|í|ého|ému|ém|ým|ých|ými|ou)?",
    others="(ní|tí|ení|ání|[bcčdfghjklmnpqrřsštvwxzž]ne|ův|ova|ovo|ovy|ově|ajíc|ouc)|.*(ovat|ejte|ujte|íte|ěte|uje|ují|ete|ejí|ají|áte|áme|íme|eme)",
    function=FUNCTION,
    pieces=PIECES,
    plain=PLAIN,
)
