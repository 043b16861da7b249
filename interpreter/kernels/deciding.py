"""A small network decides: dense layers on numbers that are mostly 0, and a draw among the legal actions.

All sums are of floats of 64 bits, in the order of the inputs, and whatever else is needed is made of these
here: so Python and every machine get the same numbers, and with the same dice choose the same.
"""

from __future__ import annotations

from math import factorial

from ..memory.dice import Dice, shifted
from .kernel import Cells, Floats, Singles, lanes, real, record, whole

HALVED = 1024
"""How many halvings of 1 are kept in a row."""
LOWEST = -700.0
"""Below this, an exponential is 0."""
_LOG_OF_2 = 0.6931471805599453
_BITS_OF_E = 1.4426950408889634
_PER_DRAW = 2.0**-53
_PER_3, _PER_4, _PER_5, _PER_6, _PER_7, _PER_8, _PER_9, _PER_10, _PER_11 = (
    1.0 / factorial(number) for number in range(3, 12)
)


@record
class Dense:
    """A layer: `outputs` sums of `inputs` products. The weights of an input lie together."""

    inputs: int
    outputs: int
    weights: Singles
    biases: Singles


@record
class Net:
    """A network.

    Attributes:
        layers: the hidden ones, `depth` of them.
        squashed: whether tanh follows each; else what is negative becomes 0.
        policy: gives a number for each action.
        temperature: by what these are divided before one is drawn; 0: the greatest is taken.
    """

    layers: list[Dense]
    depth: int
    squashed: int
    policy: Dense
    temperature: float


@record
class Thought:
    """The room in which one thread decides.

    Attributes:
        numbers: those of a layer. `inputs` is how many of them go into the next, since they are not 0: `values` has
            these, `places` where the weights of each begin.
        legal: the indexes of legal actions, `count` of them, with `likings` for each, and how likely each is.
        halved: 1, a half, a quarter, and so on.
        log: the logarithm of the probability of what was chosen.
    """

    numbers: Floats
    inputs: int
    values: Floats
    places: Cells
    legal: Cells
    count: int
    likings: Floats
    likely: Floats
    halved: Floats
    log: float


def decide(net: Net, t: Thought, seen: Singles, dice: Dice) -> int:
    """Chooses one of the legal actions; returns its place among them."""
    if net.depth == 0:
        note_seen(net.policy, t, seen)
    else:
        note_seen(net.layers[0], t, seen)
        pass_layer(net, net.layers[0], t)
        for number in range(1, net.depth):
            note_hidden(net.layers[number], t)
            pass_layer(net, net.layers[number], t)
        note_hidden(net.policy, t)
    like_legal(net.policy, t)
    return draw_liked(t, net.temperature, dice)


def note_seen(one: Dense, t: Thought, seen: Singles) -> None:
    """Notes which inputs of the first layer are not 0: few are."""
    places = t.places
    values = t.values
    outputs = one.outputs
    count = 0
    for number in range(one.inputs):
        value = seen[number]
        places[count] = number * outputs  # in any case: a jump that depends on the number takes longer
        values[count] = value
        if value != 0.0:
            count += 1
    t.inputs = count


def note_hidden(one: Dense, t: Thought) -> None:
    """Notes which inputs of a layer behind another are not 0."""
    places = t.places
    values = t.values
    numbers = t.numbers
    outputs = one.outputs
    count = 0
    for number in range(one.inputs):
        value = numbers[number]
        places[count] = number * outputs
        values[count] = value
        if value != 0.0:
            count += 1
    t.inputs = count


def pass_layer(net: Net, one: Dense, t: Thought) -> None:
    """A hidden layer, and what follows it."""
    out = t.numbers
    biases = one.biases
    for number in lanes(one.outputs):
        out[number] = biases[number]
    at = 0
    while at + 4 <= t.inputs:
        add_four(one, t, at)
        at += 4
    while at < t.inputs:
        add_input(one, t, at)
        at += 1
    bend_layer(net, one.outputs, t)


def add_four(one: Dense, t: Thought, at: int) -> None:
    """Adds what four inputs do to all outputs, one after the other."""
    out = t.numbers
    weights = one.weights
    value0 = t.values[at]
    value1 = t.values[at + 1]
    value2 = t.values[at + 2]
    value3 = t.values[at + 3]
    place0 = t.places[at]
    place1 = t.places[at + 1]
    place2 = t.places[at + 2]
    place3 = t.places[at + 3]
    for number in lanes(one.outputs):
        found = out[number] + value0 * weights[place0 + number]
        found = found + value1 * weights[place1 + number]
        found = found + value2 * weights[place2 + number]
        out[number] = found + value3 * weights[place3 + number]


def add_input(one: Dense, t: Thought, at: int) -> None:
    """Adds what an input does to all outputs."""
    out = t.numbers
    weights = one.weights
    value = t.values[at]
    place = t.places[at]
    for number in lanes(one.outputs):
        out[number] = out[number] + value * weights[place + number]


def bend_layer(net: Net, count: int, t: Thought) -> None:
    """What follows a layer."""
    numbers = t.numbers
    halved = t.halved
    if net.squashed == 0:
        for number in lanes(count):
            if numbers[number] < 0.0:
                numbers[number] = 0.0
        return
    for number in range(count):
        value = numbers[number]
        if value < 0.0:
            part = exponential(value + value, halved)
            numbers[number] = (part - 1.0) / (part + 1.0)
        else:
            part = exponential(-(value + value), halved)
            numbers[number] = (1.0 - part) / (1.0 + part)


def like_legal(one: Dense, t: Thought) -> None:
    """The likings of legal actions."""
    likings = t.likings
    legal = t.legal
    weights = one.weights
    count = t.count
    for at in range(count):
        likings[at] = one.biases[legal[at]]
    for number in range(t.inputs):
        value = t.values[number]
        place = t.places[number]
        for at in range(count):
            likings[at] = likings[at] + value * weights[place + legal[at]]


def draw_liked(t: Thought, temperature: float, dice: Dice) -> int:
    """Draws one of the legal actions by their likings; returns its place among them."""
    likings = t.likings
    best = 0
    for at in range(1, t.count):
        if likings[at] > likings[best]:
            best = at
    t.log = 0.0
    if temperature == 0.0 or t.count == 1:
        return best
    most = likings[best]
    likely = t.likely
    total = 0.0
    for at in range(t.count):
        likings[at] = (likings[at] - most) / temperature
        likely[at] = exponential(likings[at], t.halved)
        total = total + likely[at]
    left = real(shifted(dice.next(), 11)) * _PER_DRAW * total
    found = best
    for at in range(t.count):
        left = left - likely[at]
        if left < 0.0:
            found = at
            break
    t.log = likings[found] - logarithm(total)
    return found


def exponential(power: float, halved: Floats) -> float:
    """e to the power of a number that is not positive."""
    if power < LOWEST:
        return 0.0
    times = whole(0.5 - power * _BITS_OF_E)
    rest = power + real(times) * _LOG_OF_2  # at most 0.35, however little it is below or above 0
    found = _PER_11 * rest + _PER_10
    found = found * rest + _PER_9
    found = found * rest + _PER_8
    found = found * rest + _PER_7
    found = found * rest + _PER_6
    found = found * rest + _PER_5
    found = found * rest + _PER_4
    found = found * rest + _PER_3
    found = found * rest + 0.5
    found = found * rest + 1.0
    found = found * rest + 1.0
    return found * halved[times]


def logarithm(number: float) -> float:
    """The natural logarithm of a number that is at least 1."""
    twice = 0
    while number >= 1.5:
        number = number * 0.5
        twice += 1
    part = (number - 1.0) / (number + 1.0)
    square = part * part
    found = 0.0
    for at in range(11):
        found = found * square + 1.0 / real(21 - at - at)
    return real(twice) * _LOG_OF_2 + 2.0 * part * found
