//! The front end, as `npm run build` made it in `web/`. It is checked in, and a check of
//! `make test` fails when it is not what the sources make.

/// What a browser is told that a page may do. Scripts, styles and fonts come from the same
/// place as the page; nothing inline runs, nothing is embedded, nothing else is asked.
pub const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

/// A file of the front end.
pub struct Asset {
    pub name: &'static str,
    pub media_type: &'static str,
    pub bytes: &'static [u8],
}

/// All of them.
pub const ASSETS: [Asset; 5] = [
    Asset {
        name: "app.js",
        media_type: "text/javascript; charset=utf-8",
        bytes: include_bytes!("../../../../web/dist/app.js"),
    },
    Asset {
        name: "app.css",
        media_type: "text/css; charset=utf-8",
        bytes: include_bytes!("../../../../web/dist/app.css"),
    },
    Asset {
        name: "serif.woff2",
        media_type: "font/woff2",
        bytes: include_bytes!("../../../../web/dist/serif.woff2"),
    },
    Asset {
        name: "sans.woff2",
        media_type: "font/woff2",
        bytes: include_bytes!("../../../../web/dist/sans.woff2"),
    },
    Asset {
        name: "mark.svg",
        media_type: "image/svg+xml",
        bytes: include_bytes!("../../../../web/dist/mark.svg"),
    },
];

/// Where a page's data comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// A program behind the page, which sends the policy as a header.
    Served,
    /// Files beside the page, which carries the policy itself.
    Files,
}

/// The one HTML page.
pub fn html(source: Source) -> String {
    let (word, policy) = match source {
        Source::Served => ("served", String::new()),
        Source::Files => (
            "files",
            format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n"),
        ),
    };
    format!(
        "<!doctype html>\n<html lang=\"en\" data-source=\"{word}\">\n<head>\n<meta charset=\"utf-8\">\n{policy}\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n<title>Ludometer</title>\n\
         <link rel=\"icon\" href=\"assets/mark.svg\" type=\"image/svg+xml\">\n\
         <link rel=\"stylesheet\" href=\"assets/app.css\">\n<script defer src=\"assets/app.js\"></script>\n\
         </head>\n<body>\n<noscript>These pages are drawn by a script of this site. The numbers are in the run's report.md, too.</noscript>\n</body>\n</html>\n"
    )
}
