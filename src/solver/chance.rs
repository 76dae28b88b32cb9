//! How likely a capture is where the nodes did not suffice: an estimate, never an answer.
//!
//! Idea: Zhang, Chen: Using different search algorithms to solve computer Go capturing problems, 2007, §5.4, which
//! sees patterns in the numbers of the root and leaves open what they predict. The smaller number predicts nothing; a
//! logistic model of both, the order and the nodes does, by the order most of all. `scripts/check/predictor.py --fit` fits it,
//! docs/solver/benchmark.md has its figures.

use super::answer::Answer;
use super::generator::Generator;
use super::params::SolverParams;

const CONSTANT: f64 = 2.94;
/// For each order that is done: what lower orders do not capture is seldom captured by the last.
const PER_ORDER: f64 = -2.45;
const PER_PROOF: f64 = -0.05;
const PER_DISPROOF: f64 = 0.12;
const PER_NODES: f64 = 0.16;

/// The model was fitted to questions for threats up to this order.
const ASKED_ORDER: u8 = 3;

impl Answer {
    /// How likely the chain is captured by threats up to the order that was asked for, from 0 to 1. `nodes` is how many states
    /// the search has entered. `None` if the answer is known or the question is not one that the estimate is made for.
    pub fn chance(&self, params: &SolverParams, nodes: u64) -> Option<f64> {
        let Answer::Unknown { order, numbers, .. } = self else { return None };
        let is_usual =
            params.order == ASKED_ORDER && params.generator == Generator::Zone && params.is_exact();
        let log = |number: u64| libm::log(number.max(1) as f64);
        let sum = CONSTANT
            + PER_ORDER * f64::from(*order)
            + PER_PROOF * log(u64::from(numbers.pn()))
            + PER_DISPROOF * log(u64::from(numbers.dn()))
            + PER_NODES * log(nodes);
        is_usual.then(|| 1.0 / (1.0 + libm::exp(-sum)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::problem::Numbers;
    use super::*;

    #[test]
    fn only_unknown_answers_to_usual_questions_have_a_chance() {
        let open = |order| Answer::Unknown { order, numbers: Numbers::new(10, 20), best: None };
        let usual = SolverParams::default();
        let chance = |order| open(order).chance(&usual, 1_000).unwrap();
        assert!(0.0 < chance(3) && chance(3) < chance(2) && chance(2) < chance(1) && chance(1) < 1.0);
        assert!((chance(3) - 0.06).abs() < 0.05, "a capture by the last order is rare: {}", chance(3));
        assert_eq!(open(3).chance(&SolverParams { order: 4, ..usual }, 1_000), None);
        assert_eq!(open(3).chance(&SolverParams { generator: Generator::Full, ..usual }, 1_000), None);
    }
}
