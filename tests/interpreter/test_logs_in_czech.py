"""The log of a scenario in Czech: its lines have the forms of names that Czech needs."""

from __future__ import annotations

import pytest
from rulewright import load_scenarios

TOLD = {
    "exploring is read by all, and so is what is found": [
        "Pole c2 prozkoumává rytířka.",
        "Na poli c2 je klíč.",
        "Cesta na poli c2: rovná cesta.",
    ],
    "the finding of the castle is read by all": [
        "Pole c2 prozkoumává rytířka.",
        "Na poli c2 nalézá rytířka hrad: vedou z něj cesty na všechny strany.",
    ],
    "venom lames whom it wounds": ["Na rytířku útočí obří pavouk.", "Jed ochromuje rytířku."],
    "an object is taken back if the rest does not fit": [
        "Pán hradu bere předmět zpět, protože zbytek by se nevešel.",
    ],
    "a monster on the start does not mind a hero who comes back": ["Umírá rytířka."],
    "a monster goes up to two steps in any direction": ["Na pole c6 jde zlobr."],
}


@pytest.mark.parametrize("name", TOLD)
def test_the_log_of_a_scenario_in_czech(name: str) -> None:
    scenario = next(one for one in load_scenarios("hrad") if one.name == name)
    match = scenario.run().match
    assert match is not None
    expected = [line.casefold() for line in TOLD[name]]
    lines = [line.casefold() for line in match.log(None, "cs")]
    assert [line for line in lines if line in expected] == expected, lines
