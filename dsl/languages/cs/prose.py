"""Czech: what the reading of rulebooks needs, above all which words are ordinary in them."""

from ..prose import Prose, listed

PREPOSITIONS = listed(
    """
    během bez dle do k ke kolem kromě ku kvůli mezi mimo místo na nad nade namísto naproti o od ode okolo po
    pod pode podél podle pomocí pro prostřednictvím proti před přede přes při s skrz u uvnitř v včetně ve
    vedle vůči vzhledem z za ze zpod
    """
)

STRANDED = listed(
    """
    během kolem kromě mimo místo naproti okolo po podle pomocí pro proti před uvnitř včetně vedle za
    """
)

DETERMINERS = listed(
    """
    jaká jakákoli jaké jakého jakékoli jakém jakou jakoukoli jaký jakýkoli jakýkoliv jakým jeden jedna jedné
    jedním jedno jednoho jednom jednomu jednou jednu jeho její jejího jejich jejích jejím jejími jejímu jiná
    jiné jiného jiném jinému jinou jiný jiných jiným jinými každá každé každého každém každému každou každý
    každým která kterákoli které kterého kteréhokoli kterékoli kterém kterémkoli kterému kterou kteroukoli
    který kterých kterýkoli kterým kterými libovolná libovolné libovolného libovolném libovolnou libovolný
    libovolným můj mými náš naše našeho našem naší naši našim našimi nějaká nějaké nějakého nějakém nějakou
    nějaký nějakým několik několika některá některé některého některém některému některou některý některých
    některým některými oba obě oběma obou ona oné onen ono onoho sám sama samo samotný stejnou svá své svého
    svém svému svoje svojí svoji svou svůj svých svým svými ta tahle taková takové takového takovou takový
    tatáž tato té těch těchto těm těmi těmito těmto ten tenhle tento tentýž této téže ti tihle tím tímtéž
    tímto tito to tohle toho tohoto tom tomtéž tomto tomu tomuto totéž toto tou touto touž tu tutéž tuto tvůj
    tvými ty tyhle tyto týž váš vaše vašeho vašem vaši vaší vašich vašim vaším vašimi veškerá veškeré veškerou
    veškerý veškerých všech všechno všechny všem všemi všichni žádná žádné žádného žádném žádnou žádný žádných
    žádným žádnými
    """
)

FUNCTION = listed(
    """
    a aby ač ačkoli ale alespoň anebo ani ano apod asi aspoň ať atd atp avšak až běžně blíž blíže brzy bude
    budeme budete budou budu by bychom byl byla byli bylo byly byste být celkem celkově co cokoli cokoliv což
    č často čeho čemu čerstvě či čí čili čím čtyř čtyři dál dále daleko další dalšího dnes dobře dohromady
    dokonce dokud dole doleva dolů doprava doprostřed dopředu doslova dost dostane dostanete dosud dovnitř dozadu dva
    dvakrát dvě dvěma dvou hezky hned ho hodně hůř hůře chce chcete chtějí i ihned jak jakmile jako jakož jde
    je jediný jednak jejž jemu jen jenom jenž jestli jestliže ještě jež jí ji jich jím jim jimi jinak jinam
    jinde jistě již jsem jsi jsme jsou jste kam kde kdo kdokoli kdokoliv kdy kdykoli kdykoliv když kéž kladně
    klidně koho kolik kolika kom komu ks lépe letos loni lze má mají maličko málo málokdy mám máme máte
    maximálně mě méně mi mimochodem minimálně mírně mně mnoho mnou moc mohou možná mu musí musíte může můžeme
    můžete můžou my nahoru nahoře nakolik nakonec nám námi naopak naprosto např napřed například naráz nás
    následně navíc navzájem ne nebo neboť nebude nebudou něco nechť něj nejdřív nejdříve nejen nejméně nejprve
    nejsou nejspíš nejvíc nejvíce nejvýš nejvýše někam někde někdo někdy někoho nelze něm nemá nemají nemohou
    němu nemůže není nesmí než ní ni nic nich nikam nikde nikdo nikdy nikoho nikoli nikoliv nikomu nim ním
    nimi níže nutně nyní občas obvykle odkud odtud on oni ony opět opravdu ovšem pak pár podruhé pokaždé pokud
    pomalu poněkud poprvé pořád postupně poté potom pouze pozdě právě pravidelně primárně proč proto protože
    pryč přece předem především předtím přesně přibližně přičemž příliš případně přitom rád ráda raději rádo
    ráno resp rovněž rovnou rychle říci říct sami samostatně samozřejmě se sebe sebou sem shora si sice skoro slovy
    smí snad současně spíš spíše společně spolu stačí stále stejně stranou tady tak také takhle takto takže tam
    tamhle tamtéž tě tebe tebou teď tedy tehdy téměř těsně tj tobě tolik tolika totiž trochu třeba třech třem
    třemi tři třikrát tudíž tzn tzv uprostřed už vám vámi vás včera večer velice velmi ven venku víc více
    vícekrát víceméně víckrát vlastně vlevo vpravo vpřed však vše všeho všemu vůbec vy výše vzad vždy x
    záporně zároveň zase zatím zatímco zcela zda zdali zde zejména zespoda zespodu zhruba zítra zleva znovu
    zpátky zpět zprava zřejmě zvlášť že
    """
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

PIECES = listed(
    """
    desek deska desku desky destiček destička destičku destičky dílek dílku dílků dílky figurce figurek
    figurka figurkám figurkami figurkou figurku figurky kámen kamene kamenů kameny karet karta kartách kartám
    kartami kartě kartičce kartiček kartička kartičkách kartičkám kartičkami kartičkou kartičku kartičky
    kartou kartu karty kostiček kostička kostičku kostičky kus kusu kusů kusy lístek lístku lístků lístky
    žeton žetonech žetonem žetonů žetonu žetony
    """
)

PLAIN = listed(
    """
    adresa akce aktuální autor balíček barva běžný bílý bod bok celkový celý cena cíl cizí čas část černý
    červený číslo čtveřice čtvrtina čtvrtý další daný délka den díl dílek dispozice doba dodatečný dolní druhý
    důkaz důsledek důvod dvojice dvojnásobek fáze fialový figurka forma grafika her hlava hodina hodnota horní
    hra hráč hrách hrám hrana hranice hromada hromádka hrou hru hry hře chvíle chyba ilustrace ilustrátor
    informace jakýkoli jakýkoliv jediný jednotka jednotlivý jméno kapitola karta kolečko kolo kombinace
    komponent komponenta konec kopie korektura kostka kotouč krabice krabička kraj krok kruh kterýkoli
    kterýkoliv kus levice levý libovolný líc lícem líci lícová lidé malý menší mez minus minuta míra místnost
    místo mladý množství modrý moment možnost možný nabídka náhodný nápis nápověda následek následující návod
    návrh název neděle nejmenší nejnižší největší nejvyšší nižší nový nula nutný obal obálka období obdobie
    obě obrázek obsah obyčejný oči očí oddíl odkaz odpověď odpovídající odstavec ohled okamžik okno oko
    okolnost okraj omyl oranžový osoba ostatní otázka papír partie pátý plán plocha ploše plus počátek počet
    počítadlo poděkování podmínka podoba podrobnost pohled pojem pokus pokyn poloha polovina položka poměr
    pomoc pomůcka popis popisek pořadí poslední postup potřeba pozice poznámka pozor pozornost pravda pravice
    pravidlo pravý prázdný princip prostor prostředek průběh průměr první předchozí přednost přehled překlad
    překladatel příklad příležitost příloha případ příprava příručka příslušný příští půlka pytlík rada rámec
    ráz redakce remíza rodina roh rok role rozdíl rozhodnutí rozměr rozsah rub rubem rubu ruce ručička ruka
    rukách rukou různý řád řada řádek řešení sáček sada sazba scénář sekunda série seznam situace skupina
    skutečnost sloupec slovo směr smysl současný součást součet soupeř soused sousední souvislost speciální
    spodek společný spoluhráč starý stav stavba stejná stejný stole stolu strana stránka střed stůl světlý
    symbol šance šedý šipka šířka tabulka tah taktika tazích téma text tip tmavý trojice třetí třetina tým
    typografie účast účel údaj úhel ukázka úkon úloha umístění úprava úroveň úsek úspěch úvod uživatel
    varianta věc věk velikost velký verze větší vítěz vítězství vlastní vliv volba volný vrch vrstva vršek
    výběr vybraný vydavatel výhoda vyhodnocení výhra výjimka výměna výpočet výsledek vysvětlení vysvětlivka
    výška vyšší vzdálenost vzor web začátek začínající základ základní záležitost zásoba závěr závislost zbylý
    zbytek zbývající zelený zisk změna značka znak zpráva způsob zvolený žlutý
    """
)

PROSE = Prose(
    stems="czech",
    prepositions=PREPOSITIONS,
    stranded=STRANDED,
    determiners=DETERMINERS,
    joins=frozenset(("a", "i", "nebo", "či", "anebo", "ani")),
    numbers=NUMBERS,
    theirs=frozenset(("jejich",)),
    its=listed("jeho její jejího jejímu jejím jejích jejími"),
    purpose=frozenset(("pro",)),
    players=listed("hráč hráče hráči hráčů hráčům hráčích hráčem"),
    amount=listed("počet počtu počtem počty počtů"),
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
        ("ším", "m"),
        ("cím", "m"),
        ("šího", "(a|e|ě|u|i|y|í|o|ho)"),
        ("čí", "."),
        ("ší", "."),
        ("cí", "."),
    ),
    participles="(en|ěn|án|an|nut|it|at|ut|ajíc|ejíc|ujíc|íc)(ý|á|é|í|ého|ému|ém|ým|ých|ými|ou|ího|ímu|ím|ích|ími)",
    others=(
        "ní|tí|ův|ajíc|ouc|[bcčdfghjklmnpqrřsštvwxzž]ne"
        "|[aiěíýá]t|out|ejte|ujte|[eíáě]te|[eíá]me|uje|ují|ejí|ají"
    ),
    function=FUNCTION,
    pieces=PIECES,
    plain=PLAIN,
)
