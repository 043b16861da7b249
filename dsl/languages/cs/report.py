"""What the report of a game says, in Czech."""

from ..catalogue import Template

REPORT: dict[str, Template] = {
    # how numbers are written, and the locale of Vega that does so
    "report.thousands": "\N{NO-BREAK SPACE}",
    "report.point": ",",
    "report.percent": "{number}\N{NO-BREAK SPACE}%",
    "report.locale": "cs-CZ",
    "report.title": "{game}: zpráva",
    "report.bots": "Za všechny hráče hraje {bot}.",
    "report.beside": "Vedle toho stojí náhodní hráči jako základ pro srovnání: ukazují, co dělají samotná "
    "pravidla, ne "
    "jak se hra hraje.",
    "report.chosen": "Je to nejsilnější robot, na kterého stačil čas.",
    "report.only random": "Tito roboti volí náhodně. Takové partie ukazují, co pravidla dovolují, a málo "
    "říkají o tom, "
    "jak budou hrát lidé.",
    "report.variants": "Varianty: {names}.",
    "report.options": "Nastavení: {names}.",
    "report.seed": "Semínko {seed}, pravidla {hash}, čas {seconds} s.",
    "report.interrupted": "Práce byla zastavena předčasně: následuje to, co už bylo hotové.",
    "report.few": "Tohle je jen {matches}, proto jsou intervaly široké a většina čísel říká málo: přidejte čas "
    "volbou --minutes.",
    "report.intervals": "Čáry kolem bodů a pásy jsou 95% intervaly: s jinými semínky by skutečné číslo leželo "
    "v 19 z 20 "
    "z nich.",
    "report.of matches": {"one": "{count} partie", "few": "{count} partie", "many": "{count} partií"},
    "report.how": "{bots}, {matches}, {players}",
    "report.of players": {"one": "{count} hráč", "few": "{count} hráči", "many": "{count} hráčů"},
    "report.random": "náhodně",
    "report.at random": "náhodní hráči",
    "report.between": "{low} až {high}",
    "report.contents": "Obsah",
    "report.minute": "Za minutu",
    "report.skill": "Umění",
    "report.cards": "Karty",
    "report.never": "Co se nikdy nestane",
    "report.method": "Jak se měřilo",
    "report.decisions": "rozhodnutí v partii",
    "report.share": "podíl partií",
    "report.wins": "podíl vyhraných partií",
    "report.length": "Jak dlouhá je partie?",
    "report.length said": "Polovina partií má nejvýš {middle} rozhodnutí; 9 z 10 jich má {low} až {high}.",
    "report.length told": "Sloupce jsou partie těchto robotů, čára partie náhodných hráčů.",
    "report.seats": "Mají všechna místa stejnou šanci?",
    "report.seats told": "Bod je podíl výher místa u stolu; krátká svislá čárka je rovný podíl.",
    "report.seats told alone": "Bod je podíl vyhraných partií.",
    "report.seats fair": "{players}: v každém intervalu leží rovný podíl, takže žádné místo není prokazatelně "
    "lepší.",
    "report.seats unfair": "{players}: {seat}. místo vyhrává {share} partií (rovný podíl je {equal}).",
    "report.seat": "{seat}. místo",
    "report.order": "Vyplatí se začínat?",
    "report.order told": "Výhry podle toho, kdo rozhoduje jako první, druhý a tak dál. Čárka je rovný podíl.",
    "report.place": "rozhoduje jako {place}.",
    "report.ends": "Jak partie končí?",
    "report.ends told": "Podíl partií, které vyhraje několik hráčů společně, nikdo a jeden hráč.",
    "report.ends one": "Každá partie měla právě jednoho vítěze.",
    "report.one wins": "jeden vítěz",
    "report.several": "víc vítězů",
    "report.nobody": "žádný vítěz",
    "report.known": "Jak brzy je jasné, kdo vyhraje?",
    "report.known told": "Podíl partií, ve kterých ten, kdo v této chvíli vede, nakonec vyhraje (z těch, kde "
    "někdo "
    "vede). Čárkovaná čára je rovný podíl: tam vedení nic neznamená.",
    "report.known said": "Kdo vede v polovině, vyhraje {share} partií.",
    "report.known not": "Hra neříká, kdo vede: nemá skóre ani heuristiku, které by se u hráčů lišily.",
    "report.known late": "Až do samého konce nikdo nevede: skóre nebo heuristika jsou do té doby u všech stejné.",
    "report.part": "odehraná část partie",
    "report.leader wins": "vedoucí vyhraje",
    "report.lead changes": "změn vedení v partii",
    "report.branching": "možností při rozhodnutí",
    "report.forced": "rozhodnutí s jedinou možností",
    "report.median": "rozhodnutí v prostřední partii",
    "report.draws": "partií bez jediného vítěze",
    "report.best seat": "výher nejlepšího místa",
    "report.luck": "výsledku určí rozdání",
    "report.steps": "stupňů umění",
    "report.ladder": "Vyplatí se přemýšlet?",
    "report.ladder told": "Každý robot hrál s každým jiným na všech místech a se stejným rozdáním. O 400 bodů "
    "víc na "
    "Elově stupnici znamená šanci deset ku jedné; o {points} víc vyhrává 75 % partií dvou hráčů.",
    "report.ladder said": "Od {worst} k {best} je {steps} stupně po 75 % ({low} až {high}).",
    "report.ladder late": "Na partie robotů mezi sebou nezbyl čas: přidejte ho volbou --minutes.",
    "report.ladder not": "Roboti se nepotkali, nebo všichni hráči vyhrávají a prohrávají společně.",
    "report.rating": "hodnocení (Elo)",
    "report.bot": "robot",
    "report.against": "výhry proti jinému robotovi",
    "report.luck title": "Kolik je štěstí?",
    "report.luck said": "{share} rozptylu toho, kdo vyhraje, určí rozdání, kostky a místo u stolu ({low} až "
    "{high}): "
    "tak podobně končí dvě partie, které začínají stejným rozdáním a se stejnou náhodou a hrají je roboti s "
    "vlastními "
    "kostkami. O zbytku se rozhodne při hře.",
    "report.luck measured": "{bot}, počet dvakrát hraných rozdání: {deals}",
    "report.luck not": "Na odpověď bylo odehráno příliš málo rozdání, nebo všichni vyhrávají a prohrávají "
    "společně.",
    "report.worth": "Jakou to má hodnotu?",
    "report.worth told": "O kolik častěji někdo díky tomu vyhraje: pozice se dohrály dvakrát se stejnou "
    "náhodou, "
    "jednou s tím a jednou bez toho. Co leží napravo od 0, pomáhá. Co je šedé, může být náhoda.",
    "report.worth random": "Tito roboti hráli partie a zvolili, co se porovnává; odtud se dohrává náhodně, protože "
    "robotům by to trvalo příliš dlouho.",
    "report.worth axis": "změna šance na výhru v procentních bodech",
    "report.worth cut": "Z celkem {all} jsou zde nejlepší a nejhorší, dohromady {count}; v tabulce jsou "
    "všechny.",
    "report.cost": "Hodnota a cena: {cost}",
    "report.cost told": "Co leží mimo přímku, je na svou cenu příliš silné nebo slabé. Jména mají ty, u "
    "kterých je to "
    "jisté.",
    "report.uses": "Kdo to volí a kdo vyhrává?",
    "report.uses told": "Výhry při volbě říkají, kdo to měl, ne že to pomáhá: kdo už vyhrává, může volit "
    "častěji.",
    "report.name": "jméno",
    "report.offered": "nabídnuto",
    "report.taken": "zvoleno",
    "report.won": "výhry při volbě",
    "report.otherwise": "výhry jinak",
    "report.effect": "hodnota",
    "report.interval": "95% interval",
    "report.no cards": "Za tak krátký čas se v této hře nedalo nic změřit.",
    "report.never told": {
        "one": "V {count} partii těchto robotů a náhodných hráčů se nikdy nestalo následující. To není důkaz, "
        "že to "
        "nemůže nastat.",
        "few": "Ve {count} partiích těchto robotů a náhodných hráčů se nikdy nestalo následující. To není "
        "důkaz, že to "
        "nemůže nastat.",
        "many": "V {count} partiích těchto robotů a náhodných hráčů se nikdy nestalo následující. To není "
        "důkaz, že to "
        "nemůže nastat.",
    },
    "report.never options": "možnosti, které nikdy nebyly v nabídce",
    "report.never chosen": "možnosti, které nikdo nezvolil",
    "report.never designs": "karty a předměty, které nikdo nepoužil",
    "report.never texts": "texty, ke kterým nikdy nedošlo",
    "report.never rules": "pravidla, která se nepoužila",
    "report.never nothing": "Všechno se aspoň jednou stalo.",
    "report.faults": {
        "one": "V {count} partii selhala pravidla; kde, ukáže 'simulate'.",
        "few": "Ve {count} partiích selhala pravidla; kde, ukáže 'simulate'.",
        "many": "V {count} partiích selhala pravidla; kde, ukáže 'simulate'.",
    },
    "report.endless": {
        "one": "{count} partie neskončila.",
        "few": "{count} partie neskončily.",
        "many": "{count} partií neskončilo.",
    },
    "report.speed": "sekund na rozhodnutí",
    "report.tried": "Vyzkoušení roboti a jak dlouho jim na tomto stroji trvá rozhodnutí:",
    "report.wilson": "Intervaly podílů jsou Wilsonovy. Hodnocení je podle Luceova modelu (pro dva hráče model "
    "Bradleyho "
    "a Terryho) s bayesovským bootstrapem přes rozdání. Štěstí je vnitrotřídní korelace s bootstrapem přes "
    "rozdání.",
    "report.made": "Vytvořil Rulewright {version}. Stejné semínko, roboti a počty partií dají stejná čísla.",
}
