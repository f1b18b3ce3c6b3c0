//! What the harness reads of polycc's JSON report (section 6 of the contract).

use serde_json::Value;

/// The report of one run.
#[derive(Debug)]
pub struct Report {
    value: Value,
}

/// One array of one region.
#[derive(Clone, Debug)]
pub struct Array<'a> {
    value: &'a Value,
}

impl Report {
    /// Parses the report's text; of several files the first counts.
    pub fn parse(text: &[u8]) -> Result<Report, String> {
        let value: Value =
            serde_json::from_slice(text).map_err(|error| format!("the report is not JSON: {error}"))?;
        Ok(Report { value: value.get(0).cloned().unwrap_or(value) })
    }

    /// The regions, in the order of the file.
    pub fn regions(&self) -> &[Value] {
        self.value["regions"].as_array().map_or(&[], Vec::as_slice)
    }

    /// All arrays of all regions; a scalar is an array without extents and counted here too.
    pub fn arrays(&self) -> impl Iterator<Item = Array<'_>> {
        let lists = self.regions().iter().filter_map(|region| region["arrays"].as_array());
        lists.flatten().map(|value| Array { value })
    }

    /// First and last line of each region, counted from 1.
    pub fn lines(&self) -> Vec<(usize, usize)> {
        let number = |value: &Value| value.as_u64().unwrap_or(0) as usize;
        let lines = self.regions().iter().map(|region| &region["lines"]);
        lines.map(|lines| (number(&lines[0]), number(&lines[1]))).collect()
    }

    /// The functions whose calls are told to be inlined, of each region.
    pub fn inlined(&self) -> Vec<Vec<&str>> {
        fn names(region: &Value) -> Vec<&str> {
            let remarks = region["remarks"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let told = remarks.filter_map(|remark| remark.strip_suffix(": inlined here"));
            told.flat_map(|names| names.split(", ")).map(|name| name.trim_matches('`')).collect()
        }
        self.regions().iter().map(names).collect()
    }

    /// The arrays that are told to be read from where they were copied to.
    pub fn copied(&self) -> Vec<&str> {
        let remarks =
            self.regions().iter().flat_map(|region| region["remarks"].as_array().into_iter().flatten());
        let told = remarks
            .filter_map(Value::as_str)
            .filter_map(|remark| remark.strip_suffix(" was copied to it")?.rsplit_once(" is read where "));
        told.map(|(_, name)| name.trim_matches('`')).collect()
    }

    /// The bytes of all temporary arrays before and after, scalars left out; shared ones count once.
    pub fn bytes(&self) -> Result<(u64, u64), String> {
        let memory = |region: &Value| {
            let number = |key: &str| region["memory"][key].as_u64();
            Some((number("original_bytes")?, number("bytes")?))
        };
        if let Some(each) = self.regions().iter().map(memory).collect::<Option<Vec<_>>>() {
            return Ok(each.iter().fold((0, 0), |total, region| (total.0 + region.0, total.1 + region.1)));
        }
        let mut total = (0, 0);
        for array in self.arrays().filter(|array| array.is_temporary() && array.has_extents()) {
            let (before, after) = array.bytes()?;
            total = (total.0 + before, total.1 + after);
        }
        Ok(total)
    }
}

impl Array<'_> {
    /// The user's name for it.
    pub fn name(&self) -> &str {
        self.text("name")
    }

    /// `contracted`, `scalarized`, `expanded` or `kept`.
    pub fn decision(&self) -> &str {
        self.text("decision")
    }

    /// Whether its contents are of no use after the region.
    pub fn is_temporary(&self) -> bool {
        self.text("role") == "temporary"
    }

    /// Whether it has another shape in the output.
    pub fn is_reshaped(&self) -> bool {
        self.decision() != "kept"
    }

    fn has_extents(&self) -> bool {
        self.value["original_extents"].as_array().is_some_and(|extents| !extents.is_empty())
    }

    fn text(&self, key: &str) -> &str {
        self.value[key].as_str().unwrap_or("")
    }

    fn at(&self, key: &str) -> Option<u64> {
        self.value["at"][key].as_u64()
    }

    fn bytes(&self) -> Result<(u64, u64), String> {
        let width = self.value["element_bytes"].as_u64();
        let bytes =
            width.and_then(|width| Some((width * self.at("original_cells")?, width * self.at("cells")?)));
        bytes.ok_or(format!("the report does not say how large `{}` is", self.name()))
    }

    /// What contradicts itself in the entry: a reshaped array without a proof, fewer cells than are
    /// alive at once, more than there were.
    pub fn contradictions(&self) -> Vec<String> {
        let mut found = Vec::new();
        let name = self.name();
        if self.is_reshaped() && self.text("certificate") != "proved" {
            found.push(format!("`{name}` is {} without a proved certificate", self.decision()));
        }
        let (before, after, live) = (self.at("original_cells"), self.at("cells"), self.at("max_live"));
        if live.zip(after).is_some_and(|(live, after)| live > after) {
            found.push(format!("`{name}`: {live:?} cells are alive at once in {after:?}"));
        }
        // a variable may have become several
        let is_array = before.is_some_and(|before| before > 1);
        let has_grown = before.zip(after).is_some_and(|(before, after)| after > before);
        if is_array && has_grown && self.decision() != "expanded" {
            found.push(format!("`{name}` grows from {before:?} cells to {after:?}"));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] = br#"{"regions":[{"lines":[3,9],"arrays":[
        {"name":"t","role":"temporary","decision":"contracted","certificate":"none","element_bytes":8,
         "original_extents":["n"],"at":{"original_cells":20,"cells":3,"max_live":4}},
        {"name":"s","role":"temporary","decision":"kept","certificate":"none","element_bytes":8,
         "original_extents":[],"at":{"original_cells":1,"cells":1,"max_live":1}},
        {"name":"y","role":"live-out","decision":"kept","element_bytes":8,"original_extents":["n"]}]}]}"#;

    #[test]
    fn temporaries_are_counted_without_scalars() {
        let report = Report::parse(TEXT).unwrap();
        assert_eq!(report.bytes().unwrap(), (160, 24));
        assert_eq!(report.lines(), [(3, 9)]);
    }

    #[test]
    fn contradictions_are_found() {
        let report = Report::parse(TEXT).unwrap();
        let found: Vec<usize> = report.arrays().map(|array| array.contradictions().len()).collect();
        assert_eq!(found, [2, 0, 0]);
    }
}
