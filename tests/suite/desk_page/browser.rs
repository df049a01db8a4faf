//! A headless Chromium, driven by the W3C WebDriver protocol over plain HTTP: real clicks and real keys.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

/// How long the browser may take for anything: much, since the machine may be busy with other tests.
const PATIENCE: Duration = Duration::from_secs(120);
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A browser with one window; it and all its processes end with this value.
pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
    profile: TempDir,
}

impl Browser {
    /// Starts one with a profile of its own, on a port that is free.
    pub fn start() -> Self {
        let profile = tempfile::Builder::new().prefix("fieldpost-browser-").tempdir().unwrap();
        let driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .expect("chromedriver does not start: tests/run installs chromium and chromium-driver");
        // Owned before anything else can fail, so that it ends with the test.
        let mut browser = Browser { driver, port: 0, session: String::new(), profile };
        browser.port = port_of(&mut browser.driver);
        let args = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--window-size=1280,900",
        ];
        let mut args: Vec<String> = args.iter().map(|arg| (*arg).to_string()).collect();
        args.push(format!("--user-data-dir={}", browser.profile.path().display()));
        let wishes = json!({"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": {"args": args, "prefs": {"download.default_directory": browser.folder()}},
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        }}});
        let opened = browser.call("POST", "/session", &wishes);
        browser.session = opened["sessionId"].as_str().unwrap().to_string();
        browser
    }

    /// Where it keeps its profile, and what it downloads.
    pub fn folder(&self) -> &Path {
        self.profile.path()
    }

    /// Opens a file, as from a mail.
    pub fn open(&self, file: &Path) {
        self.post("/url", &json!({"url": format!("file://{}", file.display())}));
        self.wait("the page", "return typeof window.fieldpost === 'object'");
    }

    /// Opens a page at an address, as by a link.
    pub fn visit(&self, url: &str) {
        self.post("/url", &json!({"url": url}));
        self.wait("the page", "return typeof window.fieldpost === 'object'");
    }

    /// Opens a file that has no script of ours.
    pub fn show(&self, file: &Path) {
        self.post("/url", &json!({"url": format!("file://{}", file.display())}));
    }

    /// Opens the same page anew.
    pub fn reload(&self) {
        self.post("/refresh", &json!({}));
        self.wait("the page", "return typeof window.fieldpost === 'object'");
    }

    /// What a script returns.
    pub fn run(&self, script: &str, args: &[Value]) -> Value {
        self.post("/execute/sync", &json!({"script": script, "args": args}))
    }

    /// Waits until a script returns true.
    pub fn wait(&self, what: &str, script: &str) {
        let mut waited = Duration::ZERO;
        while self.run(script, &[]) != json!(true) {
            assert!(waited < PATIENCE, "waited in vain for {what}");
            thread::sleep(Duration::from_millis(50));
            waited += Duration::from_millis(50);
        }
    }

    /// Clicks an element as a person does: the driver scrolls to it and refuses where anything covers it.
    pub fn click(&self, css: &str) {
        let id = self.find(css);
        self.post(&format!("/element/{id}/click"), &json!({}));
        self.settle();
    }

    /// Types into an element.
    pub fn type_into(&self, css: &str, text: &str) {
        let id = self.find(css);
        self.post(&format!("/element/{id}/value"), &json!({"text": text}));
        self.settle();
    }

    /// Presses keys, one after the other, wherever the focus is.
    pub fn press(&self, keys: &[&str]) {
        for key in keys {
            let actions = json!([{"type": "key", "id": "keys", "actions": [
                {"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]}]);
            self.post("/actions", &json!({"actions": actions}));
        }
        self.settle();
    }

    /// Clicks with the mouse at a place in the window.
    pub fn click_at(&self, x: f64, y: f64) {
        self.point("mouse", x, y);
    }

    /// Touches a place in the window.
    pub fn tap_at(&self, x: f64, y: f64) {
        self.point("touch", x, y);
    }

    fn point(&self, with: &str, x: f64, y: f64) {
        let actions = json!([{"type": "pointer", "id": with, "parameters": {"pointerType": with}, "actions": [
            {"type": "pointerMove", "duration": 0, "x": x.round() as i64, "y": y.round() as i64},
            {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]}]);
        self.post("/actions", &json!({"actions": actions}));
        self.settle();
    }

    /// Sends a command of the DevTools protocol.
    pub fn devtools(&self, command: &str, parameters: &Value) -> Value {
        self.post("/goog/cdp/execute", &json!({"cmd": command, "params": parameters}))
    }

    /// The window's size in CSS pixels, and whether it is the night's colours that are wanted.
    pub fn look_as(&self, width: u32, height: u32, dark: bool) {
        let metrics =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 700});
        self.devtools("Emulation.setDeviceMetricsOverride", &metrics);
        let scheme = if dark { "dark" } else { "light" };
        let media = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        self.devtools("Emulation.setEmulatedMedia", &media);
        self.settle();
    }

    /// The lines of a log since it was last asked for: `browser` (the console) or `performance` (DevTools events).
    pub fn log(&self, kind: &str) -> Vec<Value> {
        self.post("/se/log", &json!({"type": kind})).as_array().cloned().unwrap_or_default()
    }

    fn settle(&self) {
        self.run("window.fieldpost && fieldpost.showNow()", &[]);
    }

    fn find(&self, css: &str) -> String {
        let found = self.post("/element", &json!({"using": "css selector", "value": css}));
        found[ELEMENT].as_str().unwrap_or_else(|| panic!("no element {css}: {found}")).to_string()
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        self.call("POST", &format!("/session/{}{path}", self.session), body)
    }

    /// One request; a refusal of the driver's is a failure of the test.
    fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        let answer = request(self.port, method, path, &body.to_string())
            .unwrap_or_else(|fault| panic!("the browser does not answer {path}: {fault}"));
        let value = answer["value"].clone();
        assert!(value["error"].is_null(), "{path} {body}: {}", value["message"]);
        value
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            // What is left after this, if anything, ends with the group.
            let _ = request(self.port, "DELETE", &format!("/session/{}", self.session), "");
        }
        if let Some(group) = rustix::process::Pid::from_raw(self.driver.id() as i32) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.driver.wait();
    }
}

/// The port that the driver names in its first lines.
fn port_of(driver: &mut Child) -> u16 {
    let lines = BufReader::new(driver.stdout.take().unwrap()).lines().map_while(Result::ok);
    let (sender, named) = mpsc::channel();
    // All it says is read to the end, or it stops; nobody listens after the first.
    thread::spawn(move || {
        for line in lines.filter(|line| line.contains("successfully on port")) {
            let _ = sender.send(line);
        }
    });
    let line =
        named.recv_timeout(PATIENCE).expect("chromedriver ended, or was silent, before it named its port");
    line.trim_end_matches('.').rsplit(' ').next().unwrap().parse().unwrap()
}

fn request(port: u16, method: &str, path: &str, body: &str) -> std::io::Result<Value> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let length = body.len();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\nContent-Length: \
         {length}\r\nConnection: close\r\n\r\n{body}"
    )?;
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        if line.trim().is_empty() {
            break;
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let mut answer = vec![0; length];
    reader.read_exact(&mut answer)?;
    Ok(serde_json::from_slice(&answer)?)
}
