//! How known programs are started so that they can do nothing but play: no shell, no web,
//! no memory, no instructions of a project, nobody's own servers and settings.
//!
//! Tried with codex 0.171, claude 2.1.197 and gemini 0.61, against an endpoint that shows
//! which tools a model is offered. `tests/agents` keeps codex at what was tried.

use ludometer_record::study::AgentTable;
use serde_json::json;

use super::template::{Access, SERVER};

/// What a known program is started with.
#[derive(Debug, Default)]
pub(super) struct Preset {
    /// Words in front of the study's own.
    pub(super) before: Vec<String>,
    /// Words behind them.
    pub(super) after: Vec<String>,
    /// Files in the program's home.
    pub(super) home_files: Vec<(&'static str, String)>,
    /// Variables.
    pub(super) variables: Vec<(String, String)>,
}

/// Features of codex that give the model a tool, or texts of somebody's own.
const CODEX_OFF: [&str; 16] = [
    "apps",
    "browser_use",
    "computer_use",
    "goals",
    "hooks",
    "image_generation",
    "in_app_browser",
    "memories",
    "multi_agent",
    "plugins",
    "remote_plugin",
    "shell_tool",
    "skill_search",
    "tool_suggest",
    "unified_exec",
    "view_image",
];

/// `codex exec`. A setting that its version does not know is an error, so that none is
/// taken for off that is not.
pub(super) fn codex(table: &AgentTable) -> Preset {
    let mut words = owned(&[
        "exec",
        "--json",
        "--skip-git-repo-check",
        "--ephemeral",
        "--ignore-user-config",
        "--ignore-rules",
        "--strict-config",
        "--sandbox",
        "read-only",
    ]);
    for feature in CODEX_OFF {
        words.extend(owned(&["--disable", feature]));
    }
    let server = format!("mcp_servers.{SERVER}");
    for setting in [
        "approval_policy=\"never\"".to_owned(),
        "web_search=\"disabled\"".to_owned(),
        "project_doc_max_bytes=0".to_owned(),
        "skills.bundled.enabled=false".to_owned(),
        "skills.include_instructions=false".to_owned(),
        "history.persistence=\"none\"".to_owned(),
        "check_for_update_on_startup=false".to_owned(),
        "analytics.enabled=false".to_owned(),
        format!("{server}.url=\"{{url}}\""),
        // Without it codex cancels every call by itself, and says nothing but that.
        format!("{server}.default_tools_approval_mode=\"approve\""),
        // Ends at once, not well, when the game cannot be reached.
        format!("{server}.required=true"),
        // An opponent may think.
        format!("{server}.tool_timeout_sec=3600"),
    ] {
        words.extend(["-c".to_owned(), setting]);
    }
    if let Some(model) = &table.model {
        words.extend(owned(&["--model", model]));
    }
    if let Some(effort) = &table.effort {
        words.extend([
            "-c".to_owned(),
            format!("model_reasoning_effort={}", json!(effort)),
        ]);
    }
    Preset {
        before: words,
        after: owned(&["--", "{prompt}"]),
        ..Preset::default()
    }
}

/// `claude -p`. Bare: no hooks, no plugins, no memory, no instructions of a project, and no
/// login but a key in the environment.
pub(super) fn claude(table: &AgentTable) -> Preset {
    let mut words = owned(&[
        "-p",
        "--bare",
        "--output-format",
        "stream-json",
        "--verbose",
        "--mcp-config",
        "{mcp_config}",
        "--strict-mcp-config",
        "--tools",
        "",
        "--allowedTools",
        &format!("mcp__{SERVER}"),
        "--permission-mode",
        "dontAsk",
        "--setting-sources",
        "",
        "--disable-slash-commands",
        "--no-session-persistence",
    ]);
    for (flag, value) in [("--model", &table.model), ("--effort", &table.effort)] {
        if let Some(value) = value {
            words.extend(owned(&[flag, value]));
        }
    }
    let on = |name: &str| (name.to_owned(), "1".to_owned());
    Preset {
        before: words,
        after: owned(&["--", "{prompt}"]),
        variables: vec![
            on("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC"),
            on("DISABLE_AUTOUPDATER"),
        ],
        ..Preset::default()
    }
}

/// `gemini -p`. What it may do stands in the settings of a home of the game's own.
pub(super) fn gemini(table: &AgentTable, access: &Access) -> Preset {
    let mut words = owned(&["--output-format", "stream-json", "--skip-trust"]);
    if let Some(model) = &table.model {
        words.extend(owned(&["--model", model]));
    }
    let settings = json!({
        "general": { "enableAutoUpdate": false, "enableAutoUpdateNotification": false },
        "privacy": { "usageStatisticsEnabled": false },
        "telemetry": { "enabled": false },
        "security": { "auth": { "selectedType": "gemini-api-key" } },
        "context": { "fileName": "no-file-has-this-name", "includeDirectoryTree": false },
        // The list of what is allowed, and of everything that is offered.
        "tools": { "core": [format!("mcp_{SERVER}_*")] },
        "skills": { "enabled": false },
        "hooksConfig": { "enabled": false },
        "experimental": { "enableAgents": false },
        "admin": { "extensions": { "enabled": false }, "skills": { "enabled": false } },
        "mcp": { "allowed": [SERVER] },
        "mcpServers": {
            SERVER: { "httpUrl": access.url, "trust": true, "timeout": 3_600_000 },
        },
    });
    Preset {
        before: words,
        after: vec!["--prompt={prompt}".to_owned()],
        home_files: vec![(".gemini/settings.json", format!("{settings:#}\n"))],
        ..Preset::default()
    }
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}
