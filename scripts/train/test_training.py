"""Tests of the way from labels to weights that the program reads. They want PyTorch, which is not among the requirements: it is
large, and nothing else needs it."""

import json
import pathlib
import shlex
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).parent
TENGEN = HERE.parent.parent / "target/release/tengen"

# A game that is held out.
HELD_OUT = "(;GM[1]SZ[9]KM[6.5];B[ee];W[ec];B[cf];W[gf];B[cd];W[gd];B[dg];W[fg];B[cc];W[gc];B[db];W[dh];B[fd];W[];B[])"

try:
    import torch

    from train import begin, data, muon
    from train.net import Net, grown
except ModuleNotFoundError as error:
    raise unittest.SkipTest(f"wants the Python package {error.name}: pip install torch") from error


def rows_of(stones):
    """Records whose first plane has those stones, whose policy is among them and whose owner is who has placed them."""
    count = len(stones)
    planes = torch.zeros(count, 2, data.PLANE_BYTES * 8, dtype=torch.uint8)
    planes[:, 0, :data.POINTS] = stones
    bits = (planes.view(count, -1, 8) << torch.arange(8, dtype=torch.uint8)).sum(2, dtype=torch.uint8)
    policy = torch.cat([stones, torch.zeros(count, 1)], 1).to(torch.int16)
    columns = {
        "gain": torch.full((count, 1), 7.0), "win": torch.full((count, 1), 0.75), "lead": torch.full((count, 1), 2.5),
        "policy": policy, "owner": (100 * stones).to(torch.int8), "game": torch.arange(count, dtype=torch.int32)[:, None],
        "after_pass": torch.ones(count, 1, dtype=torch.uint8), "older": torch.zeros(count, 1, dtype=torch.uint8),
    }  # fmt: skip
    return torch.cat([bits, *(columns[name].contiguous().view(torch.uint8) for name in data.FIELDS)], 1)


class Records(unittest.TestCase):
    """What the program writes, as tensors."""

    def test_planes_policy_and_owners_turn_together(self):
        torch.manual_seed(1)
        stones = (torch.rand(64, data.POINTS) < 0.3).float()
        image = torch.arange(64) % 8
        planes, numbers, wanted = data.batch_of(rows_of(stones), image)
        seen = planes[:, 0].flatten(1)
        self.assertTrue(torch.equal(wanted["policy"][:, :-1] > 0, seen > 0))
        self.assertTrue(torch.equal(wanted["owner"], seen))
        self.assertTrue(torch.equal(seen[image == 0], stones[image == 0]))
        eight, _, _ = data.batch_of(rows_of(stones[:1].repeat(8, 1)), torch.arange(8))
        self.assertEqual(len(eight.unique(dim=0)), 8)
        torch.testing.assert_close(numbers, torch.tensor([[0.7, 1.0]]).expand(64, 2))
        torch.testing.assert_close(wanted["policy"].sum(1), torch.ones(64))

    def test_a_game_is_held_out_whole(self):
        games = torch.arange(1000).repeat_interleave(7).numpy()
        train, held_out = data.split(games)
        self.assertEqual(set(games[train]) & set(games[held_out]), set())
        self.assertEqual((len(train), len(held_out)), (6650, 350))


class Layers(unittest.TestCase):
    """What the training does to them."""

    def test_a_step_turns_a_layer_and_keeps_its_norm(self):
        torch.manual_seed(1)
        layer = torch.nn.Parameter(torch.randn(16, 8, 3, 3))
        before = layer.detach().clone()
        layer.grad = torch.randn_like(layer)
        muon.Muon([layer], 0.1).step()
        way = layer.detach() - before
        self.assertAlmostEqual(float(layer.detach().norm() / before.norm()), 1, places=5)
        self.assertAlmostEqual(float(way.norm() / before.norm()), 0.1, delta=0.01)
        self.assertLess(float((way * layer.grad).sum()), 0)

    def test_directions_are_orthogonal(self):
        torch.manual_seed(1)
        [turned] = muon.orthogonal(torch.randn(1, 16, 144))
        self.assertLess(float((turned @ turned.T - torch.eye(16)).abs().max()), 0.5)

    def test_a_grown_network_says_the_same_at_first(self):
        torch.manual_seed(1)
        net = Net(20, 32, 2).eval()
        planes, numbers = torch.rand(4, 20, 9, 9).round(), torch.rand(4, 2)
        with torch.no_grad():
            before, after = net(planes, numbers), grown(net, 4).eval()(planes, numbers)
        for name in before:
            torch.testing.assert_close(after[name], before[name])


@unittest.skipUnless(TENGEN.exists(), "wants target/release/tengen: cargo build --release")
class Training(unittest.TestCase):
    """From labels to weights, by the commands of the README."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.folder = pathlib.Path(directory.name)

    def done(self, *command):
        return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True, timeout=600).stdout

    def script(self, name, *words):
        return self.done(sys.executable, HERE / name, *words)

    def test_labels_become_a_network_that_the_program_plays_with(self):
        positions, state, weights, examples = (
            self.folder / name for name in ("labels.bin", "network.pt", "moves.net", "examples.jsonl")
        )
        records = self.folder / "records"
        records.mkdir()
        (records / "0.sgf").write_text(HELD_OUT)
        labels, record = self.labelled("labels.jsonl", "--games", 3), self.labelled("record.jsonl", "--records", records)
        self.done(TENGEN, "positions", labels, record, "--out", positions)
        words = ["--positions", positions, "--channels", 32, "--batch", 32, "--out", state]
        first = self.told(self.script("train.py", *words, "--blocks", 2, "--samples", 512))
        more = self.told(self.script("train.py", *words, "--samples", 2048))
        self.assertEqual((first["seen"], more["seen"]), (544, 2080), "a run goes on from its state")
        self.assertLess(more["held out"]["lead"], first["held out"]["lead"], "the fake teacher always sees the same lead")
        self.script("export.py", "--state", state, "--positions", positions, "--out", weights, "--examples", examples)
        net = Net(**torch.load(state)["shape"])
        net.load_state_dict(torch.load(state)["average"])
        planes, numbers, _ = data.batch_of(torch.from_numpy(data.read(positions).copy()))
        with torch.no_grad():
            says, again = net.eval()(planes, numbers), begin.read(weights, planes, numbers).eval()(planes, numbers)
        for name in ("policy", "win", "lead", "owner"):
            torch.testing.assert_close(again[name], says[name], atol=0.02, rtol=0.02)
        self.assertEqual(len(examples.read_text().splitlines()), 100)
        game = json.loads(labels.read_text().splitlines()[0])
        answer = self.asked(game, weights)
        self.assertAlmostEqual(answer["rootInfo"]["rawLead"], float(says["lead"][0]), delta=0.3)
        self.assertAlmostEqual(answer["rootInfo"]["rawWinrate"], float(torch.sigmoid(says["win"][0])), delta=0.03)
        legal = [share >= 0 for share in answer["policy"]]
        wanted = torch.softmax(says["policy"][0].masked_fill(~torch.tensor(legal), -torch.inf), 0)
        torch.testing.assert_close(torch.tensor(answer["policy"]).clamp(min=0), wanted, atol=0.01, rtol=0)

    def labelled(self, name, *words):
        """A file of games labelled by the fake teacher."""
        out = self.folder / name
        teacher = shlex.join([sys.executable, str(HERE / "fake_teacher.py")])
        engine = f"{TENGEN} gtp --threads 1 --memory 8 --resign 0"
        self.script("label.py", "--teacher", teacher, "--engine", engine, "--out", out, *words)
        return out

    def asked(self, game, weights):
        """What the program says with those weights of a game's first labelled position."""
        turns = "WB" if "stones" in game else "BW"
        moves = [[turns[number % 2], move] for number, move in enumerate(game["moves"][: game["first"]])]
        question = {
            "id": "q", "initialStones": [["B", stone] for stone in game.get("stones", ())], "initialPlayer": turns[0], "moves": moves,
            "rules": "chinese", "komi": game["komi"], "whiteHandicapBonus": "0", "boardXSize": 9, "boardYSize": 9, "maxVisits": 1,
            "includePolicy": True, "overrideSettings": {"reportAnalysisWinratesAs": "SIDETOMOVE"},
        }  # fmt: skip
        command = [TENGEN, "analysis", "--network", weights, "--threads", "1"]
        return json.loads(subprocess.run(command, input=json.dumps(question), check=True, capture_output=True, text=True).stdout)

    def told(self, said):
        """The measures of the last held-out games in what the training has said."""
        last = json.loads(said.splitlines()[-1])
        [last["held out"]] = last["held out"].values()
        return last


if __name__ == "__main__":
    unittest.main()
