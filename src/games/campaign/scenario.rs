//! A scenario of a campaign, held to all its rules.

use std::collections::BTreeMap;

use fieldpost_land::command::{self, seats};
use fieldpost_land::scenario::{self, Scenario, ScenarioFaults};

/// Reads a scenario, and holds its seats to rule 3.5.
///
/// # Errors
/// Everything that is wrong, each with file and line.
pub fn read_scenario(texts: &BTreeMap<String, String>) -> Result<Scenario, ScenarioFaults> {
    let scenario = scenario::read(texts)?;
    let faults = seats::faults(scenario.book, &scenario.state, &command::Opening(&scenario.state));
    if faults.is_empty() {
        return Ok(scenario);
    }
    let told = faults.into_iter().map(|(unit, why)| scenario.fault_of(unit, why));
    Err(ScenarioFaults(told.collect()))
}
