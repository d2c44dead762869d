//! Prints the columns of all tables as a page of the book: `docs/tables.md`.

fn main() {
    print!("{}", ludometer_site::tables::doc::page());
}
