//! Prints the shapes of the site's pages as TypeScript: `web/src/data.ts`.

fn main() {
    print!("{}", ludometer_site::typescript::file());
}
