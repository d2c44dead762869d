//! The server's answers about seats. Its guard has looked at every request before.

use std::sync::Arc;

use axum::{
    Json, Router,
    body::Bytes,
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use ludometer_site::seat::{Order, SeatAnswer};
use serde::{Serialize, de::DeserializeOwned};

use super::{
    super::server::{failure, refusal},
    Refusal, Seats,
};

/// The routes of seats, over their own state.
pub fn routes<S: Clone + Send + Sync + 'static>(seats: Arc<Seats>) -> Router<S> {
    Router::new()
        .route("/data/seats", get(menu))
        .route("/data/runs/{run}/seat", get(look))
        .route("/seat", post(begin))
        .route("/seat/{run}", post(answer))
        .route("/seat/{run}/go-on", post(go_on))
        .with_state(seats)
}

async fn menu(State(seats): State<Arc<Seats>>) -> Response {
    Json(seats.menu().await).into_response()
}

async fn look(State(seats): State<Arc<Seats>>, Path(run): Path<String>) -> Response {
    said(seats.look(&run).await)
}

async fn begin(State(seats): State<Arc<Seats>>, body: Bytes) -> Response {
    match read::<Order>(&body) {
        Ok(order) => said(seats.begin(order).await),
        Err(response) => *response,
    }
}

async fn answer(State(seats): State<Arc<Seats>>, Path(run): Path<String>, body: Bytes) -> Response {
    match read::<SeatAnswer>(&body) {
        Ok(answer) => said(seats.answer(&run, answer).await),
        Err(response) => *response,
    }
}

async fn go_on(State(seats): State<Arc<Seats>>, Path(run): Path<String>) -> Response {
    said(seats.go_on(&run).await)
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Box<Response>> {
    let read = serde_json::from_slice(body);
    read.map_err(|problem| Box::new(refusal(StatusCode::BAD_REQUEST, &problem.to_string())))
}

fn said<T: Serialize>(said: Result<T, Refusal>) -> Response {
    match said {
        Ok(page) => Json(page).into_response(),
        Err(Refusal::Asked(problem)) => refusal(StatusCode::BAD_REQUEST, &problem),
        Err(Refusal::Late(problem)) => refusal(StatusCode::CONFLICT, &problem),
        Err(Refusal::Missing) => {
            let problem = "there is no game with a person's seat here";
            refusal(StatusCode::NOT_FOUND, problem)
        }
        Err(Refusal::Failed(problem)) => failure(&problem),
    }
}
