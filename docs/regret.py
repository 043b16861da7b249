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

SPREAD = np.uint64(0x9E3779B97F4A7C15)
MOST, DEEPEST = 20_000, 100  # a game of more positions, or longer ones, is not gone through


class Table:
    """What was learnt: for each state of information its regrets, and the sum of the policies that were played."""

    def __init__(self, numbers, actions):
        self.salt = np.random.default_rng(7).integers(1, 1 << 63, numbers, np.uint64)
        self.rows, self.regrets, self.policies = {}, np.zeros((1024, actions)), np.zeros((1024, actions))

    def key(self, stories, observations):
        """What somebody knows: what they have known and chosen before, and what they see now."""
        bits = np.ascontiguousarray(observations, np.float32).view(np.uint32)
        keys = (stories ^ (bits * self.salt).sum(axis=1, dtype=np.uint64)) * SPREAD
        return keys ^ keys >> np.uint64(29)

    def find(self, keys):
        """The rows of the table for some keys; new ones are added."""
        found = np.array([self.rows.setdefault(key, len(self.rows)) for key in keys.tolist()])
        while len(self.rows) > len(self.regrets):
            tables = self.regrets, self.policies
            self.regrets, self.policies = (np.concatenate([one, np.zeros_like(one)]) for one in tables)
        return found


def shares(numbers, masks):
    """Each action as likely as its number is great; where none is above 0, all legal ones alike."""
    numbers = np.where(masks, np.maximum(numbers, 0), 0)
    numbers = np.where(numbers.sum(1, keepdims=True) > 0, numbers, masks)
    return numbers / numbers.sum(1, keepdims=True)


def learn(game, seconds, rows, seed, curious):
    """Gives the table, the seconds spent and the number of matches after each step of all rows."""
    batch, dice, all_rows = (
        rulewright.Batch(game, rows, 2, seed=seed),
        np.random.default_rng(seed),
        np.arange(rows),
    )
    table, spent, steps, matches = Table(batch.observations.shape[1], batch.actions), 0.0, 0, 0
    stories, pupils = np.zeros((rows, 2), np.uint64), dice.integers(0, 2, rows)
    lengths, reached = np.zeros(rows, int), np.ones(rows)  # how likely the pupil's choices were
    noted = np.zeros(
        (64, 3, rows)
    )  # of each decision its place in the table (-1: no pupil's), action, and chance
    while spent < seconds:
        began, steps, who, masks = time.process_time(), steps + 1, batch.players.copy(), batch.masks
        keys = table.key(stories[all_rows, who], batch.observations)
        at, learns = table.find(keys), who == pupils
        policy = shares(table.regrets[at], masks)
        played = np.where(learns[:, None], (1 - curious) * policy + curious * shares(masks, masks), policy)
        chosen = (played.cumsum(1) > dice.random((rows, 1)) * played.sum(1, keepdims=True)).argmax(1)
        np.add.at(table.policies, at[~learns], policy[~learns] * (steps / reached[~learns])[:, None])
        reached *= np.where(learns, played[all_rows, chosen], 1)
        noted = np.concatenate([noted, noted]) if lengths.max() == len(noted) else noted
        noted[lengths, :, all_rows] = np.stack(
            [np.where(learns, at, -1), chosen, policy[all_rows, chosen]], 1
        )
        lengths, stories[all_rows, who] = lengths + 1, keys + chosen.astype(np.uint64) * SPREAD
        over = np.flatnonzero(batch.step(chosen).done)
        worth, later = batch.rewards[over, pupils[over]] / reached[over], np.ones(len(over))
        for step in reversed(range(lengths[over].max(initial=0))):
            mine = (step < lengths[over]) & (noted[step, 0, over] >= 0)
            (at, action), chance = noted[step, :2, over[mine]].T.astype(int), noted[step, 2, over[mine]]
            gain = worth[mine] * later[mine]
            np.add.at(table.regrets, at, -(gain * chance)[:, None])
            np.add.at(table.regrets, (at, action), gain)
            later[mine] *= chance
        stories[over], lengths[over], reached[over] = 0, 0, 1
        pupils[over], matches = dice.integers(0, 2, len(over)), matches + len(over)
        spent += time.process_time() - began
        yield table, spent, matches


class Poker:
    """The same game as OpenSpiel goes through it, to find the best answer to a policy: exactly, with all its luck."""

    def __init__(self, name, table):
        openspiel.register()
        self.game = pyspiel.load_game(f"rulewright(game={name},zero_sum=true)")
        names = rulewright.Encoder(rulewright.Match(self.game.rules, 2)).names  # luck is seen to decide there
        self.table, self.seen, self.known = table, [self.game.encoder.names.index(one) for one in names], {}
        self.count, self.is_whole = 0, True
        self._walk(self.game.new_initial_state(), np.zeros((2, 1), np.uint64), 0)

    def _walk(self, state, stories, depth):
        self.count += 1
        self.is_whole &= self.count <= MOST and depth <= DEEPEST
        player, legal = state.current_player(), state.legal_actions() if self.is_whole else []
        if player >= 0:
            seen = np.array(self.game.encoder.vector(state.match, player))[None, self.seen]
            key = self.table.key(stories[player], seen)
            self.known[state.information_state_string(player)] = key, legal
        for action in legal:
            after = stories.copy()
            if player >= 0:
                after[player] = key + np.array([action], np.uint64) * SPREAD
            if self.is_whole:
                self._walk(state.child(action), after, depth + 1)

    def exploitability(self):
        """What the best answer to the average policy would win, on average of both seats."""
        keys, policy = np.concatenate([key for key, _ in self.known.values()]), {}
        for at, (told, (_, legal)) in zip(self.table.find(keys), self.known.items(), strict=True):
            chances = shares(self.table.policies[at][None, legal], np.ones((1, len(legal)), bool))[0]
            policy[told] = list(zip(legal, chances, strict=True))
        return pyspiel.exploitability(self.game, policy)


if __name__ == "__main__":
    say, poker, mark = argparse.ArgumentParser(description=__doc__), None, 1.0
    say.add_argument("game")
    for option, usual in {"seconds": 100.0, "rows": 1024, "seed": 1, "curious": 0.5}.items():
        say.add_argument(f"--{option}", type=type(usual), default=usual)
    args = vars(say.parse_args())
    name = args.pop("game")
    for table, spent, matches in learn(rulewright.load(name), **args):
        if spent >= min(mark, args["seconds"]):
            mark, poker = mark * 10**0.5, poker or (pyspiel and Poker(name, table))
            found = "not measured: the game is too large" if poker else "not measured, without OpenSpiel"
            if poker and poker.is_whole:
                found = f"{poker.exploitability():.3f}"
            print(f"{spent:.0f} s, {matches:,} matches, {len(table.rows):,} states: {found}", flush=True)
