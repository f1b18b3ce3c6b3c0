//! Writes manual pages and completions for shells below a folder, as `make install` wants them: `manual PREFIX/share`.

use clap_complete::{Shell, generate_to};
use std::path::PathBuf;
use std::{fs, io};

fn main() -> io::Result<()> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "share".into()));
    let pages = created(folder.join("man/man1"))?;
    for command in [polycc::command_line::command(), polycc::drop_in::command()] {
        clap_mangen::generate_to(command, &pages)?;
    }
    let shells = [
        (Shell::Bash, "bash-completion/completions"),
        (Shell::Zsh, "zsh/site-functions"),
        (Shell::Fish, "fish/vendor_completions.d"),
    ];
    for (shell, place) in shells {
        let written =
            generate_to(shell, &mut polycc::command_line::command(), "polycc", created(folder.join(place))?)?;
        if shell == Shell::Bash {
            // bash looks for a file with the name of the command alone
            fs::rename(&written, written.with_file_name("polycc"))?;
        }
    }
    Ok(())
}

fn created(folder: PathBuf) -> io::Result<PathBuf> {
    fs::create_dir_all(&folder)?;
    Ok(folder)
}
