import TypedSettings

@testable import TypedSettingsCore

extension SettingsFile {
  /// Files of build tools and services.
  static let programs: [SettingsFile] = [
    .init(
      "package", at: ["scripts", "test"], to: "node --test",
      #"""
      {
        "name": "example",
        "version": "1.0.0",
        "type": "module",
        "scripts": {
          "build": "tsc -p .",
          "test": "jest"
        },
        "devDependencies": {
          "typescript": "^5.4.0"
        }
      }

      """#),
    .init(
      "compiler", at: ["compilerOptions", "strict"], to: true,
      #"""
      {
        "compilerOptions": {
          /* Projects */
          // "incremental": true,              /* Save .tsbuildinfo files. */

          /* Language */
          "target": "es2022",                  /* Set the language version. */
          // "lib": [],                        /* Specify a set of files. */

          /* Type checking */
          "strict": false,                     /* Enable all options. */
          // "noImplicitAny": true,            /* Raise errors. */
        }
      }

      """#),
    .init(
      "bundler", at: ["output", "minify"], to: true,
      #"""
      {"input": "src/index.js", "output": {"dir": "dist", "minify": false,
        "banner": "/* (c) */"},
       "plugins": []}
      """#),
    .init(
      "containers", at: ["log-opts", "max-size"], to: "50m",
      #"""
      {
          "log-driver": "json-file",
          "log-opts": {
              "max-size": "10m",
              "max-file": "3"
          },
          "data-root": "/var/lib/containers"
      }
      """#),
    .init(
      "development container", at: ["customizations", "vscode", "settings", "lldb.library"], to: "/usr/lib/liblldb.so",
      #"""
      // For format details, see https://containers.dev
      {
        "name": "Swift",
        "image": "swift:6.2",
        "customizations": {
          "vscode": {
            "settings": {
              "lldb.library": "/usr/lib/liblldb.so.17" // of the image
            },
            "extensions": ["swift"]
          }
        },
        // "forwardPorts": [],
        "remoteUser": "vscode"
      }
      """#),
    .init(
      "ConfigMap, one file", at: ["data", "log.level"], to: "debug",
      #"""
      {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": "app", "labels": {"app": "x"}},
        "data": {
          "log.level": "info",
          "timeout": "30s"
        }
      }
      """#),
    .init(
      "ConfigMap, a mounted document", at: ["cache", "ttl"], to: 600,
      #"""
      {"cache": {"ttl": 3e2, "size": 1000000000000000000000},
       "features": {"beta": false}}
      """#),
    .init(
      "service, a person's order", at: ["server", "port"], to: 8443,
      #"""
      {
        "server": {
          "port": 8080,
          "host": "0.0.0.0",
          "tls": { "cert": "/etc/tls/tls.crt", "key": "/etc/tls/tls.key" }
        },
        "database": { "pool": { "max": 20, "min": 2 } }
      }
      """#),
    .init(
      "metrics", at: ["interval"], to: 15,
      "{\n\"interval\":30,\n\"targets\":[\n\"a:1\",\n\"b:1\"\n]\n}"),
    .init(
      "feature flags", at: ["com.example.app", "newCheckout"], to: true,
      #"""
      {
        "com.example.app": {
          "darkMode": true,
          "newCheckout": false,
          "rollout": 0.10
        },
        "com.example.other": {
          "rollout": 1.00
        }
      }
      """#),
    .init(
      "schema beside settings", at: ["fontSize"], to: 13,
      #"""
      {
        "$schema": "./settings.schema.json",
        "fontSize": 12,
        "unknown": { "deep": [ { "er": [ ] } ] }
      }
      """#),
    .init(
      "old Mac line endings", at: ["b"], to: 3, lineBreak: "\r",
      """
      {
        "a": 1, // one
        "b": 2
      }
      """),
    .init(
      "names in other scripts", at: ["größe"], to: 11,
      #"""
      {
        "größe": 10,
        "\u540d\u524d": "x",
        "ключ": "значение",
        "e\u0301": 1
      }
      """#),
    .init(
      "names with escapes", at: ["path/with \"quotes\""], to: 2,
      #"""
      {
        "path\/with \u0022quotes\u0022": 1,
        "tab\t": 1
      }
      """#),
    .init(
      "numbers of every spelling", at: ["c"], to: 1.25,
      #"""
      {
        "a": 1.0, "b": -0,
        "c": 1.50e+00,
        "d": 1E400,
        "e": 12345678901234567890123
      }
      """#),
    .init(
      "commented out neighbors", at: ["retries"], to: 5,
      #"""
      {
        // "retries": 1,
        "retries": 3,
        /* "retries": 4, */
        // "backoff": "linear",
      }
      """#),
  ]
}
