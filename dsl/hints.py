"""What people often write, and how it is said in the language (unless a game has a phrase for it)."""

from __future__ import annotations

_MOVING = (
    "pieces are moved with 'put … into …'; several one by one: "
    "'repeat 3 times: put the top card of the deck into …'"
)
SAID_OTHERWISE: dict[str, str] = {
    **dict.fromkeys(
        ("deal", "deals", "draw", "draws", "move", "moves", "discard", "discards", "take", "takes"), _MOVING
    ),
    **dict.fromkeys(("it", "them"), "say what: that card, or the name that it was given with 'as'"),
    **dict.fromkeys(
        ("when", "whenever", "if"), "abilities act 'before:', 'after:' or 'instead of:' an action"
    ),
    **dict.fromkeys(("their", "his", "her", "my", "your"), "say whose: the player's …, that player's …"),
    **dict.fromkeys(("has", "have"), "say what is so: the player's score = 3, players who are bidding"),
    **dict.fromkeys(("add", "adds", "lose", "loses"), "numbers 'go up by …' and 'go down by …'"),
}
