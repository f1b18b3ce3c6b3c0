//! The sizes of the caches that the model reckons with.

use std::str::FromStr;

/// The sizes of the first, second and third level in bytes, none smaller than the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caches([i128; 3]);

/// Usual sizes, whatever the machine: the output must not depend on where polycc runs.
const USUAL: [i128; 3] = [32 << 10, 1 << 20, 32 << 20];

impl Default for Caches {
    fn default() -> Self {
        Caches(USUAL)
    }
}

impl Caches {
    /// Those of the machine that polycc runs on, as far as it tells. The stages never ask.
    pub fn of_machine() -> Self {
        let mut sizes = USUAL;
        for index in 0..8 {
            let read = |file: &str| {
                let path = format!("/sys/devices/system/cpu/cpu0/cache/index{index}/{file}");
                std::fs::read_to_string(path).map(|text| text.trim().to_owned()).unwrap_or_default()
            };
            let level = read("level").parse::<usize>().ok().and_then(|level| level.checked_sub(1));
            let place =
                level.and_then(|level| sizes.get_mut(level)).filter(|_| read("type") != "Instruction");
            if let (Some(place), Some(size)) = (place, bytes(&read("size"))) {
                *place = size;
            }
        }
        Caches::ascending(sizes)
    }

    /// The level, from 0, of the smallest cache that holds so many bytes; 3 if none does.
    pub fn level(&self, bytes: i128) -> usize {
        self.0.iter().position(|size| bytes <= *size).unwrap_or(self.0.len())
    }

    /// The bytes of the first level.
    pub fn first(&self) -> i128 {
        self.0[0]
    }

    /// The bytes of the second level.
    pub fn second(&self) -> i128 {
        self.0[1]
    }

    /// The bytes of the third level.
    pub fn third(&self) -> i128 {
        self.0[2]
    }

    fn ascending(mut sizes: [i128; 3]) -> Self {
        for level in 1..sizes.len() {
            sizes[level] = sizes[level].max(sizes[level - 1]);
        }
        Caches(sizes)
    }
}

impl FromStr for Caches {
    type Err = String;

    /// `32K,1M,32M`: up to three sizes; a level that isn't given is as large as the one before.
    fn from_str(text: &str) -> Result<Self, String> {
        let sizes = text.split(',').map(|size| {
            let size = size.trim();
            bytes(size).filter(|bytes| *bytes > 0).ok_or_else(|| format!("`{size}` is no size such as 32K"))
        });
        let sizes: Vec<i128> = sizes.collect::<Result<_, _>>()?;
        if sizes.len() > 3 {
            return Err("at most three levels".into());
        }
        if sizes.windows(2).any(|pair| pair[1] < pair[0]) {
            return Err("a level is smaller than the one before".into());
        }
        let mut all = [0; 3];
        all[..sizes.len()].copy_from_slice(&sizes);
        Ok(Caches::ascending(all))
    }
}

/// The bytes that `32K`, `1M`, `2G` or `4096` stand for.
fn bytes(text: &str) -> Option<i128> {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let factor = match &text[digits.len()..] {
        "" => 1,
        "K" | "k" | "KiB" => 1 << 10,
        "M" | "m" | "MiB" => 1 << 20,
        "G" | "g" | "GiB" => 1 << 30,
        _ => return None,
    };
    digits.parse::<u32>().ok().map(|count| i128::from(count) * factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_with_units() {
        let caches: Caches = "32K, 1M,32M".parse().unwrap();
        let levels = [32 << 10, (32 << 10) + 1, 1 << 20, 32 << 20, (32 << 20) + 1];
        assert_eq!(levels.map(|bytes| caches.level(bytes)), [0, 1, 1, 2, 3]);
    }

    #[test]
    fn without_a_word_they_are_not_those_of_the_machine() {
        assert_eq!(Caches::default(), "32K,1M,32M".parse().unwrap());
    }

    #[test]
    fn a_missing_level_holds_no_more_than_the_one_before() {
        let caches: Caches = "48K".parse().unwrap();
        assert_eq!([48 << 10, 49 << 10].map(|bytes| caches.level(bytes)), [0, 3]);
    }

    #[test]
    fn mistakes_are_told() {
        for text in ["", "K", "32X", "1M,32K", "1K,2K,3K,4K", "0", "-1K"] {
            assert!(text.parse::<Caches>().is_err(), "{text}");
        }
    }
}
