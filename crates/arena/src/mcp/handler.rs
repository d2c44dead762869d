//! A game's tools as `rmcp` wants them.

use std::sync::Arc;

use ludometer_instruments::served;
use ludometer_record::desk::{ToolResult, ToolSpec};
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
        JsonObject, ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
        Tool, ToolAnnotations,
    },
    service::RequestContext,
};
use serde_json::{Value, json};

use super::port::{Caller, Refusal};

/// Is told of every call that was refused before it reached the game.
pub type Refusing = Arc<dyn Fn(&str, Refusal) + Send + Sync>;

/// What a client of a game sees. Its clones call into the same game.
#[derive(Clone)]
pub struct GameTools {
    tools: Arc<[Tool]>,
    caller: Caller,
    refusing: Option<Refusing>,
}

impl GameTools {
    /// These tools, answered by whoever holds the other end of `caller`.
    #[must_use]
    pub fn new(tools: &[ToolSpec], caller: Caller) -> Self {
        Self {
            tools: tools.iter().map(tool).collect(),
            caller,
            refusing: None,
        }
    }

    /// Who serves, and that it serves tools.
    pub(super) fn info() -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().build();
        let version = env!("CARGO_PKG_VERSION");
        ServerConfig::new(capabilities).with_server_info(Implementation::new("ludometer", version))
    }

    /// Tells `refusing` of calls that the game never sees.
    #[must_use]
    pub fn refusing(self, refusing: Refusing) -> Self {
        Self {
            refusing: Some(refusing),
            ..self
        }
    }
}

impl ServerHandler for GameTools {
    fn get_info(&self) -> ServerConfig {
        Self::info()
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.to_vec()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.tools.iter().find(|tool| tool.name == name).cloned()
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = Value::Object(request.arguments.unwrap_or_default());
        let heard = self.caller.call(&request.name, arguments).await;
        let result = heard.unwrap_or_else(|refusal| {
            if let Some(refusing) = &self.refusing {
                refusing(&request.name, refusal);
            }
            ToolResult {
                text: json!({ "error": refusal.to_string() }).to_string(),
                is_error: true,
            }
        });
        // The game counts such a call; to the protocol it is an error of the client's own.
        if self.get_tool(&request.name).is_none() {
            return Err(ErrorData::invalid_params(error_text(&result), None));
        }
        let content = vec![ContentBlock::text(result.text)];
        let result = if result.is_error {
            CallToolResult::error(content)
        } else {
            CallToolResult::success(content)
        };
        Ok(CallToolResponse::Complete(result))
    }
}

fn tool(spec: &ToolSpec) -> Tool {
    let schema: JsonObject = spec.parameters.as_object().cloned().unwrap_or_default();
    let known = served::Tool::named(&spec.name);
    let hints = ToolAnnotations::new()
        .read_only(known == Some(served::Tool::GetState))
        .destructive(known == Some(served::Tool::Resign))
        .open_world(false);
    let mut tool = Tool::new(spec.name.clone(), spec.description.clone(), schema);
    tool.annotations = Some(hints);
    tool
}

/// The sentence in an error of a game.
fn error_text(result: &ToolResult) -> String {
    let parsed: Option<Value> = serde_json::from_str(&result.text).ok();
    let sentence = parsed.as_ref().and_then(|error| error["error"].as_str());
    sentence.unwrap_or("there is no such tool").to_owned()
}
