//! Prints Table 1 of Darte, Isoard, Yuki, *Extended Lattice-Based Memory Allocation*, rebuilt by the methods
//! here, beside what the paper prints.

#[path = "../tests/table1/table.rs"]
mod table;

fn main() {
    print!("{}", table::render(true));
}
