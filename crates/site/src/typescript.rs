//! The shapes of the pages for the front end, as TypeScript.
//!
//! From the JSON Schemas of the same types that are serialised, so that `tsc` finds a page
//! that reads what is not there. `web/src/data.ts` is what [`file()`] gives; a test holds it
//! to that.

use std::fmt::Write;

use ludometer_instruments::{chop_bench, ladder, probe, token_chess};
use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value};

use crate::{
    board::BoardPage,
    chop_bench::exam::Exam,
    dream::{Dreamt, Wish},
    home::Home,
    list::GameList,
    marks::Marks,
    papers::{RunPage, Verified},
    replay::GamePage,
    seat::{Order, SeatAnswer, SeatMenu, SeatPage, Seated},
};

const HEAD: &str = "// Made from the Rust types by `make web-types`; not to be edited.\n\n";

/// The whole file.
#[must_use]
pub fn file() -> String {
    let mut text = HEAD.to_owned();
    let mut generator = SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator();
    root::<Home>(&mut generator);
    root::<RunPage>(&mut generator);
    root::<Verified>(&mut generator);
    root::<GameList>(&mut generator);
    root::<Marks>(&mut generator);
    root::<GamePage>(&mut generator);
    root::<BoardPage>(&mut generator);
    root::<Exam>(&mut generator);
    root::<Wish>(&mut generator);
    root::<Dreamt>(&mut generator);
    root::<SeatMenu>(&mut generator);
    root::<Order>(&mut generator);
    root::<Seated>(&mut generator);
    root::<SeatPage>(&mut generator);
    root::<SeatAnswer>(&mut generator);
    for (name, schema) in generator.definitions() {
        declare(&mut text, name, schema);
    }
    for (module, generator) in [
        ("Chop", of::<chop_bench::findings::Findings>()),
        ("Token", of::<token_chess::findings::Findings>()),
        ("Ladder", of::<ladder::findings::Findings>()),
        ("Probe", of::<probe::Findings>()),
    ] {
        let _ = writeln!(text, "export namespace {module} {{");
        for (name, schema) in generator {
            declare(&mut text, &name, &schema);
        }
        text.push_str("}\n\n");
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

fn root<T: JsonSchema>(generator: &mut SchemaGenerator) {
    generator.subschema_for::<T>();
}

fn of<T: JsonSchema>() -> Vec<(String, Value)> {
    let mut generator = SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator();
    root::<T>(&mut generator);
    let definitions = generator.definitions().iter();
    definitions
        .map(|(name, schema)| (name.clone(), schema.clone()))
        .collect()
}

fn declare(text: &mut String, name: &str, schema: &Value) {
    comment(text, "", schema);
    let _ = writeln!(text, "export type {name} = {};\n", shape(schema, ""));
}

fn comment(text: &mut String, indent: &str, schema: &Value) {
    let Some(words) = schema["description"].as_str() else {
        return;
    };
    let words = words
        .replace("*/", "* /")
        .replace('\n', &format!("\n{indent} * "));
    let _ = writeln!(text, "{indent}/** {words} */");
}

/// A schema as a type.
fn shape(schema: &Value, indent: &str) -> String {
    let Some(object) = schema.as_object() else {
        return "unknown".to_owned();
    };
    if let Some(name) = object.get("$ref").and_then(Value::as_str) {
        let name = name.rsplit('/').next().unwrap_or("unknown");
        // A variant that is a struct of its own: the struct, and the tag beside it.
        return if object.contains_key("properties") {
            format!("{name} & {}", fields(object, indent))
        } else {
            name.to_owned()
        };
    }
    if let Some(value) = object.get("const") {
        return value.to_string();
    }
    if let Some(values) = object.get("enum").and_then(Value::as_array) {
        return union(values.iter().map(ToString::to_string));
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(Value::Array(each)) = object.get(key) {
            let own = Value::Object(without(object, key));
            let parts = union(each.iter().map(|one| shape(one, indent)));
            // A tagged enum of structs: what all have stands beside the alternatives.
            return if object.contains_key("properties") {
                format!("({parts}) & {}", shape(&own, indent))
            } else {
                parts
            };
        }
    }
    if let Some(Value::Array(all)) = object.get("allOf") {
        let parts: Vec<String> = all.iter().map(|one| shape(one, indent)).collect();
        return parts.join(" & ");
    }
    match object.get("type") {
        Some(Value::Array(types)) => union(types.iter().map(|one| {
            let mut single = object.clone();
            single.insert("type".to_owned(), one.clone());
            shape(&Value::Object(single), indent)
        })),
        Some(Value::String(name)) => typed(name, object, indent),
        _ => "unknown".to_owned(),
    }
}

fn without(object: &Map<String, Value>, key: &str) -> Map<String, Value> {
    let mut rest = object.clone();
    rest.shift_remove(key);
    rest
}

fn typed(name: &str, object: &Map<String, Value>, indent: &str) -> String {
    match name {
        "null" => "null".to_owned(),
        "boolean" => "boolean".to_owned(),
        "integer" | "number" => "number".to_owned(),
        "string" => "string".to_owned(),
        "array" => match (object.get("prefixItems"), object.get("items")) {
            (Some(Value::Array(items)), _) => {
                let items: Vec<String> = items.iter().map(|one| shape(one, indent)).collect();
                format!("[{}]", items.join(", "))
            }
            (_, Some(items)) => format!("Array<{}>", shape(items, indent)),
            _ => "Array<unknown>".to_owned(),
        },
        "object" => fields(object, indent),
        _ => "unknown".to_owned(),
    }
}

fn fields(object: &Map<String, Value>, indent: &str) -> String {
    let inner = format!("{indent}  ");
    let Some(properties) = object.get("properties").and_then(Value::as_object) else {
        return match object.get("additionalProperties") {
            Some(values @ Value::Object(_)) => {
                format!("{{ [name: string]: {} }}", shape(values, indent))
            }
            _ => "{ [name: string]: unknown }".to_owned(),
        };
    };
    let required: Vec<&str> = object
        .get("required")
        .and_then(Value::as_array)
        .map(|names| names.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default();
    let mut text = "{\n".to_owned();
    for (name, schema) in properties {
        comment(&mut text, &inner, schema);
        // What has no value is null in the data, never absent, unless it is skipped.
        let mark = if required.contains(&name.as_str()) {
            ""
        } else {
            "?"
        };
        let _ = writeln!(text, "{inner}{name}{mark}: {};", shape(schema, &inner));
    }
    text.push_str(indent);
    text.push('}');
    text
}

fn union(parts: impl Iterator<Item = String>) -> String {
    let mut each: Vec<String> = Vec::new();
    for part in parts {
        if !each.contains(&part) {
            each.push(part);
        }
    }
    each.join(" | ")
}
