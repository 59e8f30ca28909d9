//! Draws the chart in the README, which shows the other crates' time as a multiple of ours, for
//! each measure.

use std::error::Error;
use std::path::Path;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::contestants::{
    FAST_ROBOTS, FAST_ROBOTS_MATCHER, FAST_ROBOTS_TEXT, ROBOTSTXT, ROBOTXT, TEXTING_ROBOTS,
};
use crate::summary::{Line, Peer, Summary, times};

/// Colours of medium lightness, visible on a white page and on a black one.
const TEXT: RGBColor = RGBColor(0x7b, 0x7b, 0x7b);
const OURS: RGBColor = RGBColor(0x1f, 0x9d, 0x55);
const REST: RGBColor = RGBColor(0xb5, 0x65, 0x8f);
const COLOURS: [(&str, RGBColor); 6] = [
    (FAST_ROBOTS, RGBColor(0xd9, 0x7a, 0x1a)),
    (FAST_ROBOTS_TEXT, RGBColor(0xd9, 0x7a, 0x1a)),
    (FAST_ROBOTS_MATCHER, RGBColor(0xd9, 0x7a, 0x1a)),
    (ROBOTXT, RGBColor(0x3b, 0x82, 0xd6)),
    (TEXTING_ROBOTS, RGBColor(0x8b, 0x6f, 0xc9)),
    (ROBOTSTXT, RGBColor(0x2a, 0xa0, 0xa0)),
];

const WIDTH: i32 = 880;
const LEFT: i32 = 16;
/// Space for the label after the longest bar.
const RIGHT: i32 = 250;
const HEAD: i32 = 56;
const TITLE: i32 = 24;
const BAR: i32 = 14;
const STEP: i32 = 20;
const GAP: i32 = 14;
/// The bars of a measure, limited to the nearest contestants.
const SHOWN: usize = 3;

/// The logarithmic axis. Bars begin at 1 and extend to the left if the other crate is faster.
struct Axis {
    least: f64,
    most: f64,
}

impl Axis {
    /// Returns the position of a ratio.
    fn at(&self, ratio: f64) -> i32 {
        let share = (ratio / self.least).ln() / (self.most / self.least).ln();
        LEFT + (share * f64::from(WIDTH - LEFT - RIGHT)).round() as i32
    }
}

pub fn write(summary: &Summary, path: &Path) -> Result<(), Box<dyn Error>> {
    let shown: Vec<(&Line, Vec<&Peer>)> = summary
        .rows
        .iter()
        .map(|line| (line, line.nearest().into_iter().take(SHOWN).collect()))
        .collect();
    let bars = || shown.iter().flat_map(|(_, bars)| bars);
    let most = bars().map(|bar| bar.ratio).fold(10.0, f64::max);
    let least = bars().map(|bar| bar.ratio).fold(1.0, f64::min);
    let axis = Axis { least, most };
    let one = axis.at(1.0);
    let height = HEAD + bars().count() as i32 * STEP + shown.len() as i32 * (TITLE + GAP);

    let area = SVGBackend::new(path, (WIDTH as u32, height as u32)).into_drawing_area();
    scale(&area, &axis, height)?;
    let mut top = HEAD;
    for (line, bars) in &shown {
        let title = line.measure.replace('`', "");
        text(&area, &title, (one + 8, top), 17, TEXT)?;
        top += TITLE;
        for Peer { name, ratio, .. } in bars {
            let colour = COLOURS.iter().find(|(known, _)| known == name);
            let colour = colour.map_or(REST, |(_, colour)| *colour);
            let end = axis.at(*ratio);
            let (left, right) = (end.min(one), end.max(one + 2));
            area.draw(&Rectangle::new(
                [(left, top), (right, top + BAR)],
                colour.filled(),
            ))?;
            let label = format!("{name}: {}", times(*ratio));
            text(&area, &label, (right + 6, top + 1), 15, TEXT)?;
            top += STEP;
        }
        top += GAP;
    }
    // This is drawn over the bars, which start here.
    area.draw(&PathElement::new(
        [(one, HEAD - 10), (one, height - GAP)],
        OURS.stroke_width(3),
    ))?;
    area.present()?;
    Ok(())
}

fn scale(
    area: &DrawingArea<SVGBackend, Shift>,
    axis: &Axis,
    height: i32,
) -> Result<(), Box<dyn Error>> {
    let title =
        "How many times longer other crates take, or how many times more they keep (logarithmic)";
    text(area, title, (LEFT, 4), 16, TEXT)?;
    text(area, "1 = robots-exclusion", (axis.at(1.0), 28), 15, OURS)?;
    let marks = [0.01, 0.1, 10.0, 100.0, 1_000.0, 10_000.0];
    let shown = axis.least..=axis.most;
    for mark in marks.into_iter().filter(|mark| shown.contains(mark)) {
        let x = axis.at(mark);
        area.draw(&PathElement::new(
            [(x, HEAD - 10), (x, height - GAP)],
            TEXT.mix(0.5).stroke_width(1),
        ))?;
        let style = TextStyle::from(("sans-serif", 15).into_font())
            .color(&TEXT)
            .pos(Pos::new(HPos::Center, VPos::Top));
        area.draw(&Text::new(format!("{mark}"), (x, 28), style))?;
    }
    Ok(())
}

fn text(
    area: &DrawingArea<SVGBackend, Shift>,
    text: &str,
    at: (i32, i32),
    size: i32,
    colour: RGBColor,
) -> Result<(), Box<dyn Error>> {
    let style = TextStyle::from(("sans-serif", size).into_font()).color(&colour);
    area.draw(&Text::new(text.to_owned(), at, style))?;
    Ok(())
}
