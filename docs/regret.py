"""Learns a game of two with secrets, so that nobody can exploit it: python regret.py classics/leduc-poker

Each match teaches one of its players how much each choice is regretted (counterfactual regrets, sampled along one
match: MCCFR). The average of all policies on the way approaches an equilibrium. OpenSpiel says how near it is."""

import argparse
import time

import numpy as np
import rulewright

try:
    import pyspiel
    from rulewright.adapters import openspiel
except ImportError:  # then nobody says how near it is
    pyspiel = None

USUAL = {"seconds": 100.0, "rows": 1024, "seed": 1, "curious": 0.5}
LONGEST, SPREAD = 64, np.uint64(0x9E3779B97F4A7C15)


class Table:
    """What was learnt: for each state of information its regrets, and the sum of the policies that were played."""

    def __init__(self, numbers, actions):
        self.salt = np.random.default_rng(7).integers(1, 1 << 63, numbers, np.uint64)
        self.keys, self.places = np.zeros(0, np.uint64), np.zeros(0, np.int64)
        self.regrets, self.policies = np.zeros((0, actions)), np.zeros((0, actions))

    def key(self, stories, observations):
        """What somebody knows: what they have known and chosen before, and what they see now."""
        bits = np.ascontiguousarray(observations, np.float32).view(np.uint32)
        keys = (stories ^ (bits * self.salt).sum(axis=1, dtype=np.uint64)) * SPREAD
        return keys ^ keys >> np.uint64(29)

    def find(self, keys):
        """The rows of the table for some keys; new ones are added."""
        new = np.setdiff1d(keys, self.keys)
        where, more = np.searchsorted(self.keys, new), np.zeros((len(new), self.regrets.shape[1]))
        self.places = np.insert(self.places, where, np.arange(len(new)) + len(self.keys))
        self.keys = np.insert(self.keys, where, new)
        self.regrets, self.policies = np.vstack([self.regrets, more]), np.vstack([self.policies, more])
        return self.places[np.searchsorted(self.keys, keys)]


def shares(numbers, masks):
    """Each action as likely as its number is great; where none is above 0, all legal ones alike."""
    numbers = np.where(masks, np.maximum(numbers, 0), 0)
    numbers = np.where(numbers.sum(1, keepdims=True) > 0, numbers, masks)
    return numbers / numbers.sum(1, keepdims=True)


def learn(game, seconds, rows, seed, curious):
    """Gives the table, the seconds spent and the number of matches after each step of all rows."""
    batch, dice = rulewright.Batch(game, rows, 2, seed=seed), np.random.default_rng(seed)
    table, all_rows = Table(batch.observations.shape[1], batch.actions), np.arange(rows)
    stories, pupils = np.zeros((rows, 2), np.uint64), dice.integers(0, 2, rows)
    lengths, reached = np.zeros(rows, int), np.ones(rows)  # how likely the pupil's choices were
    places, actions, chances = (np.zeros((LONGEST, rows), kind) for kind in (int, int, float))
    spent, steps, matches = 0.0, 0, 0
    while spent < seconds:
        began, steps = time.process_time(), steps + 1
        who, masks = batch.players.copy(), batch.masks.copy()
        keys = table.key(stories[all_rows, who], batch.observations)
        at, learns = table.find(keys), who == pupils
        policy = shares(table.regrets[at], masks)
        played = np.where(learns[:, None], (1 - curious) * policy + curious * shares(masks, masks), policy)
        chosen = (played.cumsum(1) > dice.random((rows, 1)) * played.sum(1, keepdims=True)).argmax(1)
        np.add.at(table.policies, at[~learns], policy[~learns] * (steps / reached[~learns])[:, None])
        reached *= np.where(learns, played[all_rows, chosen], 1)
        places[lengths, all_rows] = np.where(learns, at, -1)
        actions[lengths, all_rows], chances[lengths, all_rows] = chosen, policy[all_rows, chosen]
        lengths, stories[all_rows, who] = lengths + 1, keys + chosen.astype(np.uint64) * SPREAD
        batch.step(chosen)
        over = np.flatnonzero(batch.done)
        worth, later = batch.rewards[over, pupils[over]] / reached[over], np.ones(len(over))
        for step in reversed(range(lengths[over].max(initial=0))):
            mine = (step < lengths[over]) & (places[step, over] >= 0)
            at, action, chance = (array[step, over[mine]] for array in (places, actions, chances))
            gain = worth[mine] * later[mine]
            regrets = np.repeat(-(gain * chance)[:, None], batch.actions, 1)
            regrets[np.arange(len(at)), action] += gain
            np.add.at(table.regrets, at, regrets)
            later[mine] *= chance
        stories[over], lengths[over], reached[over] = 0, 0, 1
        pupils[over], matches = dice.integers(0, 2, len(over)), matches + len(over)
        spent += time.process_time() - began
        yield table, spent, matches


class Poker:
    """The same game as OpenSpiel goes through it, to find the best answer to a policy: exactly, with all its luck."""

    def __init__(self, name, salted):
        openspiel.register()
        self.game = pyspiel.load_game(f"rulewright(game={name},zero_sum=true)")
        names = rulewright.Encoder(rulewright.Match(self.game.rules, 2)).names
        self.seen = [
            self.game.encoder.names.index(one) for one in names
        ]  # luck decides there, and is seen to
        self.states = []  # what the player knows, the key, and the legal actions
        self._walk(self.game.new_initial_state(), np.zeros((2, 1), np.uint64), salted)

    def _walk(self, state, stories, table):
        legal, player = state.legal_actions(), state.current_player()
        if player >= 0:
            seen = np.array(self.game.encoder.vector(state.match, player))[None, self.seen]
            key = table.key(stories[player], seen)
            self.states.append((state.information_state_string(player), key, legal))
        for action in legal:
            after = stories.copy()
            if player >= 0:
                after[player] = key + np.array([action], np.uint64) * SPREAD
            self._walk(state.child(action), after, table)

    def exploitability(self, table):
        """What the best answer to the average policy would win, on average of both seats."""
        policy = {}
        for told, key, legal in self.states:
            masks = np.isin(np.arange(table.policies.shape[1]), legal)[None]
            chances = shares(table.policies[table.find(key)], masks)[0]
            policy[told] = [(action, chances[action]) for action in legal]
        return pyspiel.exploitability(self.game, policy)


if __name__ == "__main__":
    say = argparse.ArgumentParser(description=__doc__)
    say.add_argument("game")
    for option, usual in USUAL.items():
        say.add_argument(f"--{option}", type=type(usual), default=usual)
    args, poker, mark = vars(say.parse_args()), None, 1.0
    name = args.pop("game")
    for table, spent, matches in learn(rulewright.load(name), **args):
        if spent >= min(mark, args["seconds"]):
            poker, mark = poker or (pyspiel and Poker(name, table)), mark * 10**0.5
            worst = f"{poker.exploitability(table):.3f}" if poker else "not measured, without OpenSpiel"
            print(f"{spent:.0f} s, {matches:,} matches, {len(table.keys):,} states: {worst}", flush=True)
