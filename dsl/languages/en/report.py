"""What the report of a game says, in English."""

from ..catalogue import Template

REPORT: dict[str, Template] = {
    # how numbers are written, and the locale of Vega that does so
    "report.thousands": ",",
    "report.point": ".",
    "report.percent": "{number}%",
    "report.locale": "en-US",
    "report.title": "{game}: a report",
    "report.bots": "All seats are played by {bot}.",
    "report.beside": "Random players stand beside it as a baseline: they show what the rules alone do, not how "
    "the "
    "game is played.",
    "report.chosen": "It is the strongest bot that the time allowed.",
    "report.only random": "These bots choose at random. Such matches show what the rules allow, and say little "
    "about "
    "how people will play.",
    "report.variants": "Variants: {names}.",
    "report.options": "Options: {names}.",
    "report.seed": "Seed {seed}, rules {hash}, {seconds} seconds.",
    "report.interrupted": "The work was stopped early: what follows is what there was.",
    "report.few": "These are only {matches}, so intervals are wide and most figures say little: give it more time "
    "with --minutes.",
    "report.intervals": "Lines around dots, and bands, are 95 % intervals: with other seeds, 19 of 20 of them "
    "would "
    "hold the true number.",
    "report.of matches": {"one": "{count} match", "other": "{count} matches"},
    "report.how": "{bots}, {matches}, {players}",
    "report.of players": {"one": "{count} player", "other": "{count} players"},
    "report.random": "random",
    "report.at random": "random players",
    "report.between": "{low} to {high}",
    "report.contents": "Contents",
    "report.minute": "In a minute",
    "report.skill": "Skill",
    "report.cards": "Cards",
    "report.never": "What never happens",
    "report.method": "How it was measured",
    "report.decisions": "decisions in a match",
    "report.share": "share of matches",
    "report.wins": "share of matches won",
    "report.length": "How long is a match?",
    "report.length said": "Half of all matches take at most {middle} decisions; 9 of 10 take {low} to {high}.",
    "report.length told": "Bars are matches between these bots; the line is between random players.",
    "report.seats": "Is it fair to each seat?",
    "report.seats told": "A dot is a seat's share of wins; the short upright stroke is an equal share.",
    "report.seats told alone": "A dot is the share of matches won.",
    "report.seats fair": "With {players}, every interval holds the equal share, so no seat is shown to be "
    "better.",
    "report.seats unfair": "With {players}, seat {seat} wins {share} (equal would be {equal}).",
    "report.seat": "seat {seat}",
    "report.order": "Does it pay to begin?",
    "report.order told": "Wins of whoever decides first, second and so on. The stroke is an equal share.",
    "report.place": "decides as number {place}",
    "report.ends": "How do matches end?",
    "report.ends told": "The share of matches that several players win together, that nobody wins, and that "
    "one does.",
    "report.ends one": "Every match had exactly one winner.",
    "report.one wins": "one winner",
    "report.several": "several winners",
    "report.nobody": "no winner",
    "report.known": "How early is the winner known?",
    "report.known told": "Of all matches in which somebody leads at this point, the share in which the leader "
    "wins. "
    "The dashed line is an equal share: there, leading means nothing.",
    "report.known said": "Half-way, the leader goes on to win {share} of matches.",
    "report.known not": "The game does not say who leads: it has no score and no heuristic that differs by "
    "player.",
    "report.known late": "Nobody leads before the very end: until then, the score or heuristic is the same for all.",
    "report.part": "part of the match that has been played",
    "report.leader wins": "leader wins",
    "report.lead changes": "lead changes in a match",
    "report.branching": "options at a decision",
    "report.forced": "decisions with one option",
    "report.median": "decisions in a middling match",
    "report.draws": "matches without a single winner",
    "report.best seat": "wins of the best seat",
    "report.luck": "of who wins is the deal",
    "report.steps": "steps of skill",
    "report.ladder": "Does thinking pay?",
    "report.ladder told": "Each bot has played each other one in every seat, with the same deals. 400 points "
    "more on "
    "Elo's scale are odds of ten to one; {points} more win 75 % of matches between two.",
    "report.ladder said": "From {worst} to {best} there are {steps} steps of 75 % ({low} to {high}).",
    "report.ladder late": "There was no time for bots to meet: give it more with --minutes.",
    "report.ladder not": "Bots did not meet, or all players win and lose together.",
    "report.rating": "rating (Elo)",
    "report.bot": "bot",
    "report.against": "wins against another bot",
    "report.luck title": "How much is luck?",
    "report.luck said": "{share} of the variance of who wins is the deal, the dice and the seat ({low} to "
    "{high}): so "
    "alike do two matches end that begin with the same deal and the same luck, and are played by bots that "
    "decide "
    "with dice of their own. The rest is decided while they play.",
    "report.luck measured": "{bot}, {deals} deals played twice",
    "report.luck not": "Too few deals were played to say it, or all players win and lose together.",
    "report.worth": "What is it worth?",
    "report.worth told": "How much more often somebody wins because of it: positions were played on twice with "
    "the "
    "same luck, with it and without it. To the right of 0, it helps. What is grey may be luck.",
    "report.worth random": "These bots played the matches and chose what is compared; from there on, all play on at "
    "random, since bots would have taken too long.",
    "report.worth axis": "change of the chance to win, in points of 100",
    "report.worth cut": "Shown are the {count} best and worst of {all}; the table has all.",
    "report.cost": "Worth against {cost}",
    "report.cost told": "What lies off the line is too strong or too weak for what it costs. Named are those "
    "that lie "
    "off it for sure.",
    "report.uses": "Who chooses it, and who wins?",
    "report.uses told": "Won when chosen says who had it, not that it helps: whoever is winning anyway may "
    "choose more.",
    "report.name": "name",
    "report.offered": "offered",
    "report.taken": "chosen",
    "report.won": "won when chosen",
    "report.otherwise": "won otherwise",
    "report.effect": "worth",
    "report.interval": "95 % interval",
    "report.no cards": "Nothing in this game could be measured in so short a time.",
    "report.never told": {
        "one": "In {count} match between these bots and at random, these never happened. That is no proof that "
        "they "
        "cannot.",
        "other": "In {count} matches between these bots and at random, these never happened. That is no proof "
        "that "
        "they cannot.",
    },
    "report.never options": "options never offered",
    "report.never chosen": "options never chosen",
    "report.never designs": "designs never used",
    "report.never texts": "texts never reached",
    "report.never rules": "rules never used",
    "report.never nothing": "Everything happened at least once.",
    "report.faults": {
        "one": "In {count} match the rules went wrong; 'simulate' shows where.",
        "other": "In {count} matches the rules went wrong; 'simulate' shows where.",
    },
    "report.endless": {
        "one": "{count} match did not end.",
        "other": "{count} matches did not end.",
    },
    "report.speed": "seconds for a decision",
    "report.tried": "Bots that were tried, and how long they take for a decision on this machine:",
    "report.wilson": "Intervals of shares are Wilson's. Ratings are of the model of Luce (with two players, "
    "Bradley's "
    "and Terry's), with a Bayesian bootstrap over deals. Luck is an intraclass correlation, bootstrapped over "
    "deals.",
    "report.made": "Made by Rulewright {version}. The same seed, bots and numbers of matches give the same "
    "figures.",
}
