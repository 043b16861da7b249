"""Trains a network by self-play (PPO), in numpy: python train.py GAME FILE.npz"""

import argparse
import time

import numpy as np
import rulewright

USUAL = {"players": 2, "goal": "win", "minutes": 10.0, "lines": 10, "matches": 100}
USUAL |= {"seed": 1, "rows": 256, "steps": 64, "spread": 0.01}
say = argparse.ArgumentParser(description=__doc__)
_, _ = say.add_argument("game"), say.add_argument("file")
for option, usual in USUAL.items():
    say.add_argument(f"--{option}", type=type(usual), default=usual)
args = say.parse_args()
game, dice, rows = rulewright.load(args.game), np.random.default_rng(args.seed), np.arange(args.rows)
batch = rulewright.Batch(game, args.rows, args.players, seed=args.seed)
network, played = rulewright.Network.new(batch, (64, 64), seed=args.seed), None
layers = (*network.layers, network.policy, network.value)
weights = [array.copy() for layer in layers for array in (layer.weights, layer.biases)]
moments = [[np.zeros_like(array) for array in weights] for _ in range(2)]
spent = decisions = 0


def gains_of(values):
    """How much better than expected each decision was: GAE over the decisions of the same player."""
    seen = np.stack([batch.observe(seat) for seat in range(args.players)], 1)
    ahead = network.value(network.activations(seen)[-1])[..., 0]
    gains, coming = np.zeros_like(values), np.zeros_like(ahead)
    for step in reversed(range(args.steps)):
        over, who = played.done[step] | played.truncated[step], played.players[step]
        result = played.rewards[step] - played.rewards[step].mean(1, keepdims=True)
        ahead[over], coming[over] = (np.sign(result) if args.goal == "win" else result / 10)[over], 0
        gains[step] = ahead[rows, who] - values[step] + 0.95 * coming[rows, who]
        coming[rows, who], ahead[rows, who] = gains[step], values[step]
    return gains


def learn(seen, masks, actions, logs, gains, goals, rate):
    """A step along the gradient: what went better than expected becomes likelier, but not by much in one step."""
    inputs = network.activations(seen)
    likely = np.where(masks, np.exp(np.minimum(network.policy(inputs[-1]), 50)), 0)
    likely /= likely.sum(1, keepdims=True)
    picked, sure = np.eye(batch.actions, dtype=np.float32)[actions], np.log(np.maximum(likely, 1e-9))
    ratio = (likely * picked).sum(1) / np.exp(logs)
    back = (ratio * gains * np.where(gains > 0, ratio < 1.2, ratio > 0.8))[:, None] * (likely - picked)
    back += args.spread * likely * (sure - (likely * sure).sum(1, keepdims=True))  # it stays curious
    error = 0.5 * (network.value(inputs[-1]) - goals[:, None])
    slopes = [error.sum(0), inputs[-1].T @ error, back.sum(0), inputs[-1].T @ back]
    for layer in (1, 0):
        back = back @ weights[4].T + error @ weights[6].T if layer else back @ weights[2].T
        back *= inputs[layer + 1] > 0
        slopes += [back.sum(0), inputs[layer].T @ back]
    shrunk = 1 / max(len(actions), 2 * np.sqrt(sum(np.sum(slope**2) for slope in slopes)))
    for array, slope, first, second in zip(weights, reversed(slopes), *moments, strict=True):  # as Adam does
        first += 0.1 * (slope * shrunk - first)
        second += 0.01 * ((slope * shrunk) ** 2 - second)
        array -= rate * first / (np.sqrt(second) + 1e-8)


network.save(args.file.format(0))  # if it cannot be written, that is known now
for line in range(1, args.lines + 1):
    while spent < args.minutes * line / args.lines:
        began, played = time.process_time(), batch.play(network, args.steps, out=played)
        arrays = (played.observations, played.masks, played.actions, played.log_probabilities)
        data = [array.reshape(args.steps * args.rows, -1).squeeze() for array in arrays]
        values = network.value(network.activations(played.observations)[-1])[..., 0]
        gains, parts = gains_of(values), [dice.permutation(values.size).reshape(16, -1) for _ in range(3)]
        data += [((gains - gains.mean()) / (gains.std() + 1e-8)).ravel(), (gains + values).ravel()]
        for part in np.concatenate(parts):
            learn(*(array[part] for array in data), 1e-3 * max(1 - spent / args.minutes, 0.02))
            *hidden, policy, value = zip(weights[::2], weights[1::2], strict=True)
            network = rulewright.Network.of(batch, hidden, policy, value)
        decisions, spent = decisions + gains.size, spent + (time.process_time() - began) / 60
    network.save(args.file.format(line))
    for seat in range(args.players):
        bots = [network.bot if one == seat else "greedy" for one in range(args.players)]
        won = rulewright.simulate(game, matches=args.matches, seed=args.seed, bots=bots).by_seat()[seat]
        share = "wins {:.2f} ({:.2f} to {:.2f})".format(won.share, *won.interval)
        print(f"{spent:.2f} minutes, {decisions:,} decisions: {share} in seat {seat + 1}", flush=True)
