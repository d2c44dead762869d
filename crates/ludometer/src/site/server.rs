//! The local server.

use std::{net::SocketAddr, path::PathBuf, sync::Arc};

use anyhow::{Context, Result};
use axum::{
    Json, Router,
    body::{Body, Bytes},
    extract::{DefaultBodyLimit, Path, Request, State},
    http::{HeaderName, HeaderValue, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use ludometer_site::dream::Wish;

use super::{
    Shelf, Token,
    bundle::{ASSETS, Source, html},
    downloads::File,
    dreams::{Dreams, Refusal},
    guard::{Guard, HEADERS, Ruling},
    live::Live,
    page::Page,
    parts::parts,
    seats::{Seats, routes},
};
use crate::playing::signal;

/// Longest body of a write, in bytes.
const BODY: usize = 64 << 10;

/// What all answers are made from.
#[derive(Clone)]
struct Site {
    shelf: Arc<Shelf>,
    guard: Guard,
    live: Live,
    dreams: Arc<Dreams>,
}

/// Serves a shelf until Ctrl-C or a polite kill. Games of people are kept in `people`. `ready` is told the address, once the server listens.
pub async fn serve(
    shelf: Arc<Shelf>,
    people: PathBuf,
    address: SocketAddr,
    token: Option<Token>,
    ready: impl FnOnce(SocketAddr),
) -> Result<()> {
    let listener = tokio::net::TcpListener::bind(address)
        .await
        .with_context(|| format!("cannot listen on {address}"))?;
    let address = listener.local_addr()?;
    let seats = Arc::new(Seats::new(Arc::clone(&shelf), people));
    let site = Site {
        live: Live::start(Arc::clone(&shelf)),
        guard: Guard { token },
        dreams: Arc::default(),
        shelf,
    };
    let routes = Router::new()
        .route("/", get(|| async { page_html() }))
        .route("/assets/{name}", get(asset))
        .route("/data/{*name}", get(data))
        .route("/files/{run}/{file}", get(download))
        .route(
            "/live",
            get(|State(site): State<Site>| async move { site.live.events() }),
        )
        .route("/dream", post(dream))
        .merge(routes::routes(Arc::clone(&seats)))
        .fallback(|| async { refusal(StatusCode::NOT_FOUND, "there is no such page") })
        .layer(DefaultBodyLimit::max(BODY))
        .layer(middleware::from_fn_with_state(site.clone(), guarded))
        .with_state(site);
    ready(address);
    let served = tokio::select! {
        served = async { axum::serve(listener, routes).await } => served,
        // Listeners to live events never hang up by themselves.
        () = signal() => Ok(()),
    };
    seats.close().await;
    Ok(served?)
}

/// Looks at every request, and gives every answer its headers.
async fn guarded(State(site): State<Site>, request: Request, next: Next) -> Response {
    let uri = request.uri();
    let ruling = site
        .guard
        .look(request.method(), uri.query(), request.headers());
    let mut response = match ruling {
        Ruling::Pass => next.run(request).await,
        Ruling::Refuse(status, why) => refusal(status, why),
        Ruling::Keep(cookie) => {
            let to = uri.path().to_owned();
            let mut response = (StatusCode::SEE_OTHER, [(header::LOCATION, to)]).into_response();
            if let Ok(cookie) = HeaderValue::from_str(&cookie) {
                response.headers_mut().insert(header::SET_COOKIE, cookie);
            }
            response
        }
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        );
    }
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

fn page_html() -> Response {
    let kind = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
    (kind, html(Source::Served)).into_response()
}

async fn asset(Path(name): Path<String>) -> Response {
    match ASSETS.iter().find(|asset| asset.name == name) {
        Some(asset) => ([(header::CONTENT_TYPE, asset.media_type)], asset.bytes).into_response(),
        None => refusal(StatusCode::NOT_FOUND, "there is no such file"),
    }
}

async fn data(State(site): State<Site>, Path(name): Path<String>) -> Response {
    let Some(page) = Page::named(&name) else {
        return refusal(StatusCode::NOT_FOUND, "there is no such page");
    };
    let made = aside(move || page.json(&site.shelf)).await;
    match made {
        Ok(Some(json)) => ([(header::CONTENT_TYPE, "application/json")], json).into_response(),
        Ok(None) => refusal(StatusCode::NOT_FOUND, "there is no such page"),
        Err(problem) => failure(&problem),
    }
}

async fn download(State(site): State<Site>, Path((run, file)): Path<(String, String)>) -> Response {
    let found = File::named(&file).zip(site.shelf.book(&run));
    let Some((file, book)) = found else {
        return refusal(StatusCode::NOT_FOUND, "there is no such file");
    };
    match parts(file, book).await {
        Ok(Some(body)) => {
            let headers = [
                (header::CONTENT_TYPE, file.media_type()),
                (header::CONTENT_DISPOSITION, "attachment"),
            ];
            (headers, body).into_response()
        }
        Ok(None) => refusal(StatusCode::NOT_FOUND, "the run has no such file"),
        Err(problem) => failure(&problem),
    }
}

async fn dream(State(site): State<Site>, body: Bytes) -> Response {
    let wish: Wish = match serde_json::from_slice(&body) {
        Ok(wish) => wish,
        Err(problem) => return refusal(StatusCode::BAD_REQUEST, &problem.to_string()),
    };
    match site.dreams.grant(wish).await {
        Ok(dreamt) => Json(dreamt).into_response(),
        Err(Refusal::Wish(problem)) => refusal(StatusCode::BAD_REQUEST, &problem),
        Err(Refusal::Failed(problem)) => failure(&problem),
    }
}

/// Reading and measuring wait for a disk and keep a core busy.
async fn aside<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await?
}

/// One line of text, which no browser takes for anything else.
pub(super) fn refusal(status: StatusCode, why: &str) -> Response {
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    (status, kind, Body::from(format!("{why}\n"))).into_response()
}

pub(super) fn failure(problem: &anyhow::Error) -> Response {
    refusal(
        StatusCode::INTERNAL_SERVER_ERROR,
        &crate::show::chain(problem),
    )
}
