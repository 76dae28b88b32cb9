//! The plots, in SVG.

use super::report::common;
use super::trial::Trials;
use super::{GENERATORS, TIME_GENERATORS};
use crate::cli::files;
use plotters::prelude::*;
use std::error::Error;
use std::io;
use std::path::Path;

type Drawn = Result<(), Box<dyn Error + Send + Sync>>;

/// Seconds from a tenth of what a clock tells apart up to the longest search.
const SECONDS: std::ops::Range<f64> = 1e-6..10.0;

/// Writes the plot that is drawn into a text.
pub(super) fn write(file: &Path, draw: impl FnOnce(&mut String) -> Drawn) -> io::Result<()> {
    let mut svg = String::new();
    draw(&mut svg).map_err(io::Error::other)?;
    files::replace(file, svg.as_bytes())
}

/// Figure 5 of Yoshizoe, Kishimoto and Müller: time of LDFPN against time of DFPN+, a panel for each generator.
pub(super) fn scatter(svg: &mut String, trials: &Trials) -> Drawn {
    let area = SVGBackend::with_string(svg, (1500, 1000)).into_drawing_area();
    area.fill(&WHITE)?;
    for (panel, ((name, _), pairs)) in
        area.split_evenly((2, 3)).iter().zip(GENERATORS.iter().zip(common(trials)))
    {
        let mut chart = ChartBuilder::on(panel)
            .caption(format!("{name}: {} problems", pairs.len()), ("sans-serif", 18))
            .margin(10)
            .x_label_area_size(40)
            .y_label_area_size(70)
            .build_cartesian_2d(SECONDS.log_scale(), SECONDS.log_scale())?;
        let label = |value: &f64| format!("{value:.0e}");
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .x_labels(8)
            .y_labels(8)
            .x_label_formatter(&label)
            .y_label_formatter(&label)
            .x_desc("LDFPN, seconds")
            .y_desc("DFPN+ by distance, seconds")
            .draw()?;
        chart.draw_series(LineSeries::new(
            [(SECONDS.start, SECONDS.start), (SECONDS.end, SECONDS.end)],
            BLACK,
        ))?;
        chart.draw_series(pairs.into_iter().map(|pair| Circle::new(pair, 2, BLUE.mix(0.4).filled())))?;
    }
    area.present()?;
    Ok(())
}

/// Figures 3 to 5 of Zhang and Chen in one: how many problems are solved within a time.
pub(super) fn solved(svg: &mut String, trials: &Trials) -> Drawn {
    let area = SVGBackend::with_string(svg, (1000, 600)).into_drawing_area();
    area.fill(&WHITE)?;
    let problems = trials.0.first().map_or(0, |tried| tried.found.len());
    let mut chart = ChartBuilder::on(&area)
        .caption(
            format!("Problems solved within a time, generator {}", TIME_GENERATORS[0].0),
            ("sans-serif", 18),
        )
        .margin(10)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d((1e-5..10.0).log_scale(), 0..problems)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .x_label_formatter(&|value| format!("{value:.0e}"))
        .x_desc("seconds; 100 ms and 1 s are marked")
        .y_desc("problems")
        .draw()?;
    for seconds in [0.1, 1.0] {
        chart.draw_series(LineSeries::new([(seconds, 0), (seconds, problems)], BLACK.mix(0.5)))?;
    }
    for (index, tried) in trials.0.iter().take(trials.0.len() / TIME_GENERATORS.len()).enumerate() {
        let mut times: Vec<f64> = tried
            .found
            .iter()
            .filter(|found| found.is_right())
            .map(|found| found.finding.seconds.max(1e-5))
            .collect();
        times.sort_by(f64::total_cmp);
        let last = times.len();
        let steps = times.into_iter().enumerate().map(|(count, seconds)| (seconds, count + 1));
        let color = Palette99::pick(index).to_rgba();
        chart
            .draw_series(LineSeries::new(steps.chain([(10.0, last)]), color.stroke_width(2)))?
            .label(tried.trial.name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::LowerRight)
        .background_style(WHITE)
        .border_style(BLACK)
        .draw()?;
    area.present()?;
    Ok(())
}
