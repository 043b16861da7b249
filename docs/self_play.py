"""Trains a network for two players by self-play with search, in numpy: python self_play.py GAME FILE.npz"""

import argparse
import re
import time

import numpy as np
import rulewright

USUAL = {"minutes": 30.0, "lines": 10, "matches": 100, "rows": 256, "walks": 48, "seed": 1, "columns": ""}
say = argparse.ArgumentParser(description=__doc__)
_, _ = say.add_argument("game"), say.add_argument("file")
for option, usual in USUAL.items():
    say.add_argument(f"--{option}", type=type(usual), default=usual)
args = say.parse_args()
game, dice = rulewright.load(args.game), np.random.default_rng(args.seed)
batch = rulewright.Batch(game, args.rows, players=2, seed=args.seed, threads=2)
searcher = rulewright.Searcher(batch, args.walks, noise=0.25, seed=args.seed, threads=2)
network = rulewright.Network.new(batch, (256, 128), seed=args.seed)
layers = (*network.layers, network.policy, network.value)
weights = [array for layer in layers for array in (layer.weights, layer.biases)]
moments, known = [[np.zeros_like(array) for array in weights] for _ in range(2)], []


def mirrored(name):
    """What something is called in the mirror: with columns abc, a1 is c1 there."""
    return re.sub(rf"\b[{args.columns}](?=\d)", lambda at: args.columns[-1 - args.columns.index(at[0])], name)


names = [*batch.encoder.names], [batch.match(0).option(one).name for one in batch.encoder.actions.numbers]
others = (str, mirrored) if args.columns else (str,)
twins = [[[one.index(other(name)) for name in one] for one in names] for other in others]


def play():
    """Plays on in all matches. What a position was worth is what came of it, and a little what the search says."""
    notes = []
    for _ in range(40):
        values, players = searcher.run(network).values, batch.players[:, None].copy()
        before = batch.observations.copy(), batch.masks.copy(), searcher.policy().astype(np.float32)
        batch.step(np.where(batch.decisions < 10, searcher.choose(1), searcher.choose(0.25)))
        notes.append((before, players, values, batch.rewards.copy(), batch.done[:, None].copy()))
    result = later = notes[-1][2]
    for before, players, values, rewards, done in reversed(notes):
        result, later = np.where(done, rewards, 0.9 * result + 0.1 * later), values
        known.append((*before, np.take_along_axis(result, players, axis=1).astype(np.float32)))
    del known[:-640]  # what an earlier network has found is not worth much


def learn(seen, masks, policy, worth, rate):
    """A step downhill, by Adam: towards what the search has found."""
    inputs, (likely, value) = network.activations(seen), network(seen, masks)
    wrong = (likely - policy) / len(seen), (value - worth) / len(seen)
    slopes = [slope for one in wrong for slope in (inputs[-1].T @ one, one.sum(0))]
    back = wrong[0] @ network.policy.weights.T + wrong[1] @ network.value.weights.T
    for layer, below, above in zip(network.layers[::-1], inputs[-2::-1], inputs[:0:-1], strict=True):
        back = back * (above > 0)
        slopes, back = [below.T @ back, back.sum(0), *slopes], back @ layer.weights.T
    for array, slope, first, second in zip(weights, slopes, *moments, strict=True):
        first += 0.1 * (slope - first)
        second += 0.001 * (slope * slope - second)
        array -= rate * (first / (np.sqrt(second) + 1e-8) + 1e-4 * array)


network.save(args.file)  # if it cannot be written, that is known now
for line in range(1, args.lines + 1):
    while (spent := time.process_time() / 60) < args.minutes * line / args.lines:
        play()
        data = [np.concatenate(part) for part in zip(*known, strict=True)]
        for _ in range(args.rows // 3):
            some, (numbers, actions) = dice.integers(len(data[0]), size=512), twins[dice.integers(len(twins))]
            seen, masks, policy, worth = (part[some] for part in data)
            rate = 2e-3 * max(1 - spent / args.minutes, 0.05)
            learn(seen[:, numbers], masks[:, actions], policy[:, actions], worth, rate)
    network.save(args.file)
    players = {"network": network.at(0).bot, "search": rulewright.GuidedBot.by(network, args.walks)}
    for name, bot in players.items():
        for seat, bots in enumerate([(bot, "search:200"), ("search:200", bot)]):
            share = rulewright.simulate(game, matches=args.matches, bots=bots).by_seat()[seat].share
            print(f"{spent:.1f} minutes: the {name} wins {share:.2f} in seat {seat + 1}", flush=True)
