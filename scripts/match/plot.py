"""The running score of a match as a picture; matplotlib is only needed here."""

from match.sprt import points, sprt_of
from match.stats import wilson


def plot(path, settings, games):
    """Draw A's running win rate with its 95 % band, and the LLR below it if there is an SPRT."""
    import matplotlib

    matplotlib.use("agg")
    matplotlib.rcParams["svg.hashsalt"] = "match"  # the same games give the same file
    from matplotlib import pyplot

    games = sorted(games, key=lambda game: game["game"])
    sprt = sprt_of(settings)
    figure, every = pyplot.subplots(2 if sprt else 1, figsize=(8, 6 if sprt else 4), squeeze=False, sharex=True)
    axes = every[:, 0]
    draw_score(axes[0], settings, [score for score in map(points, games) if score is not None])
    if sprt:
        draw_sprt(axes[1], sprt, games)
    axes[0].set_title(f"{settings['a']['name']} against {settings['b']['name']}")
    axes[-1].set_xlabel("scored games")
    axes[-1].xaxis.get_major_locator().set_params(integer=True)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None} if path.endswith(".svg") else None)
    pyplot.close(figure)


def draw_score(axes, settings, scores):
    """Win rate after every game, with Wilson intervals."""
    totals, total = [], 0.0
    for score in scores:
        total += score
        totals.append(total)
    count = range(1, len(scores) + 1)
    low, high = zip(*(wilson(total, n) for total, n in zip(totals, count))) if scores else ((), ())
    axes.fill_between(count, low, high, alpha=0.25, label="95 % interval, games as independent")
    axes.plot(count, [total / n for total, n in zip(totals, count)], label=settings["a"]["name"])
    axes.axhline(0.5, color="gray", linewidth=0.8)
    axes.set(ylim=(0, 1), ylabel="win rate")
    axes.legend(loc="best")


def draw_sprt(axes, sprt, games):
    """LLR after every scored game, between the bounds that decide."""
    ratios = []
    for game in games:
        sprt.add(game)
        if points(game) is not None:
            ratios.append(sprt.llr)
    axes.plot(range(1, len(ratios) + 1), ratios)
    for bound in (sprt.lower, sprt.upper):
        axes.axhline(bound, color="gray", linewidth=0.8)
    axes.set(ylabel="log likelihood ratio")
