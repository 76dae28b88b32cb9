"""Tests of the way from labels to weights that the program reads. They want PyTorch, which is not among the requirements: it is
large, and nothing else needs it."""

import argparse
import contextlib
import io
import json
import pathlib
import shlex
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).parent
TENGEN = HERE.parent.parent / "target/release/tengen"
TODAYS = HERE.parent.parent / "patterns/moves.net"

# A game that is held out, with a ko and passes.
HELD_OUT = ("(;GM[1]SZ[9]KM[6.5];B[ee];W[ec];B[cf];W[gf];B[cd];W[gd];B[dg];W[fg];B[cc];W[gc];B[db];W[dh]"
            ";B[fd];W[fe];B[ff];W[he];B[ge];W[aa];B[];W[fe];B[ia];W[];B[])")  # fmt: skip

# What whole numbers may round off: the root of the mean square over all positions, and the most. Without one of the planes the
# trained network would be farther off, and without the ko, which is rare, today's.
TRAINED_ERRORS = {"policy": (0.0005, 0.1), "win": (0.001, 0.03), "lead": (0.03, 0.8)}
TODAYS_ERRORS = {"policy": (0.002, 0.1), "win": (0.02, 0.2), "lead": (0.4, 5.0)}

try:
    import torch

    from arguments import Refused
    from train import begin, data, export, muon, train, weights
    from train.net import Net, grown, read_state
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


class Refusals(unittest.TestCase):
    """What cannot be done is told in one sentence."""

    def test_what_leads_to_no_weights_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            labels, other, out = (f"{folder}/{name}" for name in ("labels.jsonl", "others/labels.jsonl", "moves.net"))
            for words, sentence in (
                ([labels, other], "two files of labels have the same name, and so would their positions."),
                ([labels, "--tengen", "no-such-program"], "the program 'no-such-program' was not found."),
                ([labels, "--tengen", "false"], "false has ended with 1."),
                ([labels, "--tengen", "true"], f"{folder}/moves.parts/labels.bin cannot be read: No such file or directory."),
                ([labels, "--", "--out", other],
                 "the positions and the state of the training have their places: --positions and --out cannot follow --."),
            ):  # fmt: skip
                with self.subTest(words), contextlib.redirect_stderr(io.StringIO()) as said:
                    self.assertEqual(weights.main(["--out", out, *words]), 2)
                    self.assertEqual(said.getvalue(), f"weights.py: {sentence}\n")

    def test_what_is_no_file_of_positions_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "labels.bin")
            header = b"tengen positions 1 planes 20".ljust(data.HEADER_BYTES)
            for content, sentence in (
                (b"\xff{}", "is no file of positions"), (header, "has no positions"), (header + b"half a record", "is cut off"),
            ):  # fmt: skip
                file.write_bytes(content)
                with self.assertRaisesRegex(Refused, f"{sentence}\\.$"):
                    data.read(file)

    def test_what_is_no_state_and_no_device_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "network.pt")
            torch.save({"shape": {}}, file)
            for content in (b"", b"notes", TODAYS.read_bytes(), b"\x80\x02X\1\0\0\0\xff.", file.read_bytes(), file.read_bytes()[:100]):
                file.write_bytes(content)
                with self.assertRaisesRegex(Refused, "network.pt is no state of a training\\.$"):
                    read_state(file)
        with self.assertRaisesRegex(Refused, "^--device card: there is none that PyTorch can use\\.$"):
            train.device_of("card")

    def test_a_network_that_is_cut_off_is_refused(self):
        planes, numbers = torch.zeros(2, 20, 9, 9), torch.zeros(2, 2)
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "moves.net")
            for size in (17, 60, 5000):
                file.write_bytes(TODAYS.read_bytes()[:size])
                with self.assertRaisesRegex(Refused, "moves.net is no whole network\\.$"):
                    begin.read(file, planes, numbers)


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


class Steps(unittest.TestCase):
    """Training and export of a few positions with a small network."""

    def setUp(self):
        torch.manual_seed(1)
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.state, self.out = self.folder / "network.pt", self.folder / "moves.net"

    def positions(self, name, count, planes=2):
        """A file of positions."""
        file = self.folder / name
        rows = rows_of((torch.rand(count, data.POINTS) < 0.3).float())
        rows = torch.cat([torch.zeros(count, (planes - 2) * data.PLANE_BYTES, dtype=torch.uint8), rows], 1)
        file.write_bytes(f"tengen positions 1 planes {planes}".encode().ljust(data.HEADER_BYTES) + rows.numpy().tobytes())
        return file

    def train(self, *files, more=()):
        """Train for a few steps."""
        words = ["--positions", *files, "--out", self.state, "--channels", 8, "--blocks", 1, "--samples", 64, "--batch", 16, *more]
        with contextlib.redirect_stdout(io.StringIO()):
            train.run(train.options(list(map(str, words))))

    def export(self, *files):
        """Write the weights."""
        with contextlib.redirect_stdout(io.StringIO()):
            export.run(self.state, files, argparse.Namespace(out=self.out, examples=None, origin="a test"))

    def test_a_file_of_a_single_position_is_shown_too(self):
        many, one = self.positions("many.bin", 40), self.positions("one.bin", 1)
        self.train(many, one)
        for files in ([many, one], [one]):
            self.export(*files)
            self.assertEqual(self.out.read_bytes().splitlines()[1], b"planes 2 channels 8 blocks 1 pools 2")

    def test_positions_of_other_planes_are_refused(self):
        two, three = self.positions("two.bin", 40), self.positions("three.bin", 40, planes=3)
        told = "three.bin has positions of 3 planes, and 2 are wanted: another version has written it\\.$"
        with self.assertRaisesRegex(Refused, told):
            self.train(two, three)
        self.train(two)
        for step in (lambda: self.train(three, more=["--samples", 128]), lambda: self.export(two, three)):
            with self.assertRaisesRegex(Refused, told):
                step()
        self.state.unlink()
        with self.assertRaisesRegex(Refused, "the network to begin with sees 20 planes, and the positions have 2\\.$"):
            self.train(two, more=["--begin", TODAYS])

    def test_a_training_that_diverges_is_told_and_leaves_the_state_from_before(self):
        many = self.positions("many.bin", 40)
        self.train(many)
        before = self.state.read_bytes()
        with self.assertRaisesRegex(Refused, "^the training has diverged within 640 samples"):
            self.train(many, more=["--samples", 640, "--rate", 1e30])
        self.assertEqual(self.state.read_bytes(), before)


@unittest.skipUnless(TENGEN.exists(), "wants target/release/tengen: cargo build --release")
class Training(unittest.TestCase):
    """From labels to weights, by the commands of the README."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.folder = pathlib.Path(directory.name)

    def done(self, *command, told=None):
        done = subprocess.run(list(map(str, command)), input=told, capture_output=True, text=True, timeout=600)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def script(self, name, *words):
        return self.done(sys.executable, HERE / name, *words)

    def labelled(self, name, *words):
        """A file of games labelled by the fake teacher."""
        out = self.folder / name
        teacher = shlex.join([sys.executable, str(HERE / "fake_teacher.py")])
        engine = f"{TENGEN} gtp --threads 1 --memory 8 --resign 0"
        self.script("label.py", "--teacher", teacher, "--engine", engine, "--out", out, *words)
        return out

    def test_labels_become_a_network_that_the_program_plays_with(self):
        records = self.folder / "records"
        records.mkdir()
        (records / "0.sgf").write_text(HELD_OUT)
        # Among the games are one with a handicap and one with a komi that nobody can make up for.
        labels = [self.labelled("games.jsonl", "--first", 38, "--games", 8), self.labelled("record.jsonl", "--records", records)]
        out, examples, parts = (self.folder / name for name in ("moves.net", "examples.jsonl", "moves.parts"))
        words = ["weights.py", *labels, "--tengen", TENGEN, "--out", out, "--examples", examples, "--", "--channels", 32, "--batch", 32]
        first = self.told(self.script(*words, "--blocks", 2, "--samples", 512))
        more = self.told(self.script(*words, "--samples", 2048))
        self.assertEqual((first["seen"], more["seen"]), (512, 2048), "a run goes on from its state")
        lead_of_record = [told["held out"][str(parts / "record.bin")]["lead"] for told in (first, more)]
        self.assertLess(lead_of_record[1], lead_of_record[0], "the fake teacher always sees the same lead")
        self.assertEqual(len(examples.read_text().splitlines()), 100)
        rows = torch.cat([torch.from_numpy(data.read(parts / f"{path.stem}.bin").copy()) for path in labels])
        planes, numbers, _ = data.batch_of(rows)
        state = torch.load(parts / "network.pt")
        net = Net(**state["shape"]).eval()
        net.load_state_dict(state["average"])
        again = begin.read(out, planes, numbers).eval()
        with torch.no_grad():
            says, says_again = net(planes, numbers), again(planes, numbers)
        for name in ("policy", "win", "lead", "owner"):
            torch.testing.assert_close(says_again[name], says[name], atol=0.02, rtol=0.02)
        questions = [question for path in labels for question in questions_of(path)]
        self.assertGreater(len(questions), 500)
        self.compare(says, self.asked(questions, out), TRAINED_ERRORS)
        with torch.no_grad():
            says = begin.read(TODAYS, planes, numbers).eval()(planes, numbers)
        self.compare(says, self.asked(questions, TODAYS), TODAYS_ERRORS)

    def compare(self, says, answers, errors):
        """Hold what the program tells of each position to what PyTorch says. Of owners it tells only after a search."""
        policy = torch.tensor([answer["policy"] for answer in answers])
        legal, judged = policy >= 0, policy > 0
        self.assertLess(float((legal & ~judged).sum() / legal.sum()), 0.1, "plays that are worthless for sure are left out")
        roots = [answer["rootInfo"] for answer in answers]
        told = {
            "policy": policy.clamp(min=0),
            "win": torch.tensor([root["rawWinrate"] for root in roots]), "lead": torch.tensor([root["rawLead"] for root in roots]),
        }  # fmt: skip
        wanted = {
            "policy": torch.softmax(says["policy"].masked_fill(~judged, -torch.inf), 1),
            "win": torch.sigmoid(says["win"]), "lead": says["lead"],
        }  # fmt: skip
        for name, (usual, most) in errors.items():
            with self.subTest(name):
                error = told[name] - wanted[name]
                self.assertLess(float(error.square().mean().sqrt()), usual)
                self.assertLess(float(error.abs().max()), most)

    def asked(self, questions, network):
        """What the program says of each position with those weights."""
        lines = [json.dumps({"id": str(number), **question}) for number, question in enumerate(questions)]
        said = self.done(TENGEN, "analysis", "--network", network, "--threads", "1", told="\n".join(lines))
        answers = {answer["id"]: answer for answer in map(json.loads, said.splitlines())}
        return [answers[str(number)] for number in range(len(questions))]

    def told(self, said):
        """The last measures in what the training has said."""
        return json.loads([line for line in said.splitlines() if line.startswith("{")][-1])


def questions_of(labels):
    """A question about each labelled position, in the order in which `tengen positions` writes them."""
    for game in map(json.loads, labels.read_text().splitlines()):
        turns = "WB" if "stones" in game else "BW"
        for moves in labelled_positions(game):
            yield {
                "initialStones": [["B", stone] for stone in game.get("stones", ())], "initialPlayer": turns[0],
                "moves": [[turns[number % 2], move] for number, move in enumerate(moves)],
                "rules": "chinese", "komi": game["komi"], "whiteHandicapBonus": "0", "boardXSize": 9, "boardYSize": 9, "maxVisits": 1,
                "includePolicy": True, "overrideSettings": {"reportAnalysisWinratesAs": "SIDETOMOVE"},
            }  # fmt: skip


def labelled_positions(game):
    """The moves before each of the labelled positions of a game."""
    for turn in range(len(game["moves"]) + 1):
        moves = game["moves"][:turn]
        if 0 <= turn - game["first"] < len(game["positions"]):
            yield moves
        yield from (moves + line["moves"] for line in game.get("lines", ()) if line["after"] == turn)


if __name__ == "__main__":
    unittest.main()
