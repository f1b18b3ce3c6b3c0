//! Statements of which is only known what they may touch: gathers, loops that wait for data, pointers that step, early ends.
//!
//! They read cells as all statements do, and the tables `x`, `h` and `g` of 64 cells; `r` is an index that runs. Counters are never
//! negative.

use super::build::Builder;
use super::raw::RawOperand;

impl Builder {
    /// One of them; where nothing counts there is none.
    pub fn inexact(&mut self, kind: u8, which: u8, value: &[RawOperand]) {
        let Some(c) = self.counter(which) else { return };
        self.statements += 1;
        self.has_tables = true;
        let e = self.old_or_new(which >> 3, value);
        let data = format!("x[({c} + {}) & 63]", which & 15);
        let may_leave = self.may_leave.last() == Some(&true);
        let text = match kind % 24 {
            0 => format!("h[{data} & 63] = (h[{data} & 63] + 1) & 1023;"),
            1 => format!("g[{data} & 63] = {e};"),
            2 => format!("g[{data} & 63] += 0.25 * ({e});"),
            3 => format!("for (int v = {data} & 3; v > 0; v--) s0 = 0.5 * s0 + {e};"),
            4 => format!("{{ int v = {data} & 3; while (v-- > 0) s1 = 0.5 * s1 + {e}; }}"),
            5 => format!(
                "{{ int v = 0; do {{ if (v == 2) break; s0 = 0.5 * s0 + {e}; }} while (v++ < ({data} & 3)); }}"
            ),
            6 => format!(
                "switch ({data} & 3) {{ case 0: s0 = 0.5 * s0 + {e}; break; case 1: r++; default: g[{c} & 63] = {e}; }}"
            ),
            7 => format!("for (const int *v = x; v < x + ({c} & 3); v++) s1 = 0.25 * s1 + *v * ({e});"),
            8 => format!("{{ double *v = g + ({data} & 31); *v++ = {e}; *v += 0.5 * s0; }}"),
            9 => format!("g[r++ & 63] = {e};"),
            10 => format!("s0 = g[{c} & 63] = {e};"),
            11 => format!("r += {data} & 3, s1 = 0.5 * s1 + {e};"),
            12 => {
                format!("{{ double *rows[2] = {{g, g + 32}}; rows[{data} & 1][{c} & 31] += 0.125 * ({e}); }}")
            }
            13 => format!("{{ double v[4] = {{{e}, s0}}; v[{data} & 3] += 0.5; s1 = 0.5 * s1 + v[1]; }}"),
            14 => format!("if ({data} & 1) {{ r ^= 1; s0 = 0.5 * s0 + {e}; }} else h[r & 63] = {c};"),
            15 => format!("s1 = ({data} & 1) && (r += 1, {e} > 0.25) ? 0.5 * s1 + {e} : 0.125;"),
            16 if may_leave => format!("if ({e} > 0.75 && {data} & 1) break;"),
            17 if may_leave => format!("if (({data} & 3) == 1) continue;"),
            18 if which & 8 != 0 => {
                self.has_end = true;
                format!("if (({data} & 255) == 77 && {e} > 0.5) goto done;")
            }
            19 => match self.written_cell(&value[0]) {
                Some(cell) => format!("while ((r++ & 3) < ({data} & 3)) {cell} = 0.5 * {cell} + 0.25;"),
                None => format!("r = {data};"),
            },
            20 => match self.written_cell(&value[0]) {
                Some(cell) => format!("if ({data} & 1) {cell} = {e};"),
                None => format!("r = {c} + ({data} & 3);"),
            },
            21 => format!(
                "{{ int v = {data} & 3; for (int u = 0; u < v; u++) {{ if (u == 2) continue; g[(u + {c}) & 63] = {e}; }} }}"
            ),
            22 => format!("for (; r < {c} && ({data} & 1); r++) s0 = 0.25 * s0 + {e};"),
            _ => format!("s0 = 0.5 * s0 + g[{data} & 63] * ({e});"),
        };
        self.line(&text);
    }
}
