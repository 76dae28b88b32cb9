"""The training of a network, step by step: what it loses, and how its weights follow."""

import copy

import torch
from torch.nn import functional

from train import data
from train.muon import Muon
from train.net import SOFTNESS

# What is lost, and the shares of it.
LOSSES = "policy", "soft", "win", "lead", "owner", "errors"
POLICY, SOFT, WIN, LEAD, OWNER, ERRORS = 2.0, 0.5, 4.0, 0.1, 3.0, 0.2

# How often a position is shown without its last moves, as one that was set up.
FORGOTTEN = 0.1

# Steps that a graphics card makes one program at a time.
STEPS_BEFORE_GRAPH = 3

# How far the program may be ahead of it.
STEPS_AHEAD = 50


def entropies(logits, wanted):
    """The cross-entropy of each position's policy in nats; both are positions × moves."""
    return -(wanted * functional.log_softmax(logits, 1)).sum(1)


def losses(told, wanted):
    """The mean losses by name: of what a `Net` tells, against what `data.batch_of` wants."""
    soft = wanted["policy"].clamp(min=0) ** SOFTNESS
    soft = soft / soft.sum(1, keepdim=True)
    win_error = (torch.sigmoid(told["win"]) - wanted["win"]).detach() ** 2
    lead_error = ((told["lead"] - wanted["lead"]).detach() / 10) ** 2
    errors = torch.stack([win_error, lead_error.clamp(max=4)], 1)
    return {
        "policy": (wanted["counts"] * entropies(told["policy"], wanted["policy"])).mean(),
        "soft": (wanted["counts"] * entropies(told["soft"], soft)).mean(),
        "win": functional.binary_cross_entropy_with_logits(told["win"], wanted["win"]),
        "lead": functional.smooth_l1_loss(told["lead"], wanted["lead"]),
        "owner": functional.mse_loss(told["owner"], wanted["owner"]),
        "errors": functional.smooth_l1_loss(told["errors"], errors),
    }


def total(parts):
    """The loss that is trained: the sum of all, each by its share."""
    return (POLICY * parts["policy"] + SOFT * parts["soft"] + WIN * parts["win"] + LEAD * parts["lead"]
            + OWNER * parts["owner"] + ERRORS * parts["errors"])


class Training:
    """A network that learns from the rows of positions of which `drawn` has the numbers, and the mean of its latest weights (`average`)."""

    def __init__(self, net, positions, drawn, args):
        device = positions.device
        self.net = net.to(device, memory_format=torch.channels_last)
        self.average = copy.deepcopy(self.net)
        self._positions, self._drawn, self._args = positions, drawn, args
        # What changes from step to step are tensors, because a graphics card repeats one step again and again.
        self._step = torch.zeros((), device=device)
        self._losses = torch.zeros(len(LOSSES), device=device)
        convolutions = [weights for weights in net.parameters() if weights.dim() == 4 and weights.shape[2] > 1]
        known = {id(weights) for weights in convolutions}
        others = [weights for weights in net.parameters() if id(weights) not in known]
        on_card = device.type == "cuda"
        self._optimizers = [
            torch.optim.AdamW(others, lr=torch.tensor(args.rate, device=device), weight_decay=0.02, betas=(0.9, 0.99),
                              capturable=on_card),
            Muon(convolutions, torch.tensor(args.turn, device=device)),
        ]  # fmt: skip
        self._rates = [args.rate, args.turn]
        self._losses_of = torch.compile(self._losses_on_batch) if on_card or args.compile else self._losses_on_batch
        self._graph = None

    def state(self):
        """What `load` needs to go on, as tensors in dictionaries."""
        return {"net": self.net.state_dict(), "average": self.average.state_dict(),
                "optimizers": [optimizer.state_dict()["state"] for optimizer in self._optimizers]}  # fmt: skip

    def load(self, state):
        """Go on from a state."""
        self.net.load_state_dict(state["net"])
        self.average.load_state_dict(state["average"])
        for optimizer, known in zip(self._optimizers, state["optimizers"]):
            optimizer.load_state_dict({"state": known, "param_groups": optimizer.state_dict()["param_groups"]})

    def step(self, number, factor):
        """Step `number` from 0, with so great a share of the greatest rates."""
        self._step.fill_(number)
        for optimizer, rate in zip(self._optimizers, self._rates):
            optimizer.param_groups[0]["lr"].fill_(factor * rate)
        if self._positions.device.type == "cuda":
            self._step_of_card()
            if number % STEPS_AHEAD == 0:
                torch.cuda.synchronize()
        else:
            self._learn()

    def has_diverged(self):
        """Has the network a weight that is infinite or NaN? No step mends that."""
        return not all(bool(weights.isfinite().all()) for weights in self.net.state_dict().values())

    def losses(self):
        """The mean losses of the latest steps by name."""
        return dict(zip(LOSSES, self._losses.tolist()))

    def _step_of_card(self):
        """Starting some hundred small programs one by one takes longer than they do: after a few steps they are started at once."""
        if self._graph is None:
            beside = torch.cuda.Stream()
            beside.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(beside):
                for _ in range(STEPS_BEFORE_GRAPH):
                    self._learn()
            torch.cuda.current_stream().wait_stream(beside)
            self._graph = torch.cuda.CUDAGraph()
            self.net.zero_grad(set_to_none=True)
            with torch.cuda.graph(self._graph):
                self._learn()
        self._graph.replay()

    def _learn(self):
        """One step, on positions drawn anew."""
        count, device = self._args.batch, self._positions.device
        rows = self._positions[self._drawn[torch.randint(len(self._drawn), (count,), device=device)]]
        forgotten = torch.rand(count, device=device) < FORGOTTEN
        parts = self._losses_of(*data.batch_of(rows, torch.randint(8, (count,), device=device), forgotten))
        self.net.zero_grad(set_to_none=True)
        total(parts).backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 2.0)
        for optimizer in self._optimizers:
            optimizer.step()
        self._follow()
        with torch.no_grad():
            now = torch.stack([parts[name] for name in LOSSES])
            self._losses.copy_(torch.where(self._losses > 0, self._losses.lerp(now, 0.02), now))

    def _losses_on_batch(self, planes, numbers, wanted):
        """As `losses`, of the network on a batch."""
        with torch.autocast(planes.device.type, torch.bfloat16, enabled=self._args.half):
            told = self.net(planes.to(memory_format=torch.channels_last), numbers)
        return losses({name: value.float() for name, value in told.items()}, wanted)

    @torch.no_grad()
    def _follow(self):
        """Moves the average toward the weights."""
        slow, fast = self.average.state_dict().values(), self.net.state_dict().values()
        pairs = [(ours, theirs) for ours, theirs in zip(slow, fast) if ours.dtype.is_floating_point]
        slow, fast = [ours for ours, _ in pairs], [theirs for _, theirs in pairs]
        ways = torch._foreach_sub(fast, slow)
        torch._foreach_mul_(ways, 1 - ((self._step + 1) / (self._step + 10)).clamp(max=0.999))
        torch._foreach_add_(slow, ways)
