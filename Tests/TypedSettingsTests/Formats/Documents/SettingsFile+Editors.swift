import TypedSettings

@testable import TypedSettingsCore

extension SettingsFile {
  /// Settings of editors and terminals, as people keep them.
  static let editors: [SettingsFile] = [
    .init(
      "editor, comments at the ends of lines", at: ["editor.fontSize"], to: 15,
      #"""
      {
          // Fonts
          "editor.fontFamily": "'Fira Code', monospace", // needs the font
          "editor.fontSize": 14.50, // 13 on the laptop
          "editor.fontLigatures": true,

          // Files
          "files.exclude": { "**/.git": true, "**/*.o": true },
          "files.trimTrailingWhitespace": true,
      }
      """#),
    .init(
      "editor, settings of languages", at: ["[swift]", "editor.tabSize"], to: 2,
      #"""
      {
        "editor.tabSize": 4,
        "[swift]": {
          "editor.tabSize": 4,
          "editor.rulers": [80, 120],
        },
        "[markdown]": { "editor.wordWrap": "on" }
      }
      """#),
    .init(
      "editor, tabs", at: ["theme"], to: "One Light",
      """
      {
      \t"theme": "One Dark",
      \t"vim_mode": true,
      \t"lsp": {
      \t\t"sourcekit-lsp": { "binary": { "path": "/usr/bin/sourcekit-lsp" } }
      \t}
      }
      """),
    .init(
      "editor of Windows", at: ["telemetry", "enabled"], to: false, lineBreak: "\r\n", hasMark: true,
      #"""
      {
        // Telemetry
        "telemetry": {
          "enabled": true, /* ask again in version 2 */
          "id": "C:\\Users\\x"
        }
      }
      """#),
    .init(
      "key bindings", at: ["ctrl+k ctrl+s", "command"], to: "save",
      #"""
      {
        "ctrl+k ctrl+s": { "command": "save-all", "when": "editorFocus && !readOnly" },
        "ctrl+/": { "command": "comment" }, // "//" toggles
        "ctrl+\"": { "command": "quote" }
      }
      """#),
    .init(
      "terminal, profiles", at: ["profiles", "defaults", "opacity"], to: 90,
      #"""
      {
          "$schema": "https://aka.ms/terminal-profiles-schema",
          "defaultProfile": "{61c54bbd-c2c6-5271-96e7-009a87ff44bf}",
          "profiles":
          {
              "defaults":
              {
                  "font": { "face": "Cascadia Mono", "size": 11.0 },
                  "opacity": 100
              },
              "list":
              [
                  { "name": "PowerShell", "hidden": false },
                  { "name": "Ubuntu", "hidden": false }
              ]
          }
      }
      """#),
    .init(
      "terminal, aligned colons", at: ["scrollback"], to: 20_000,
      #"""
      {
        "font"       : "Menlo",
        "font_size"  : 1.2e1,
        "scrollback" : 10000,
        "bell"       : null
      }
      """#),
    .init(
      "terminal, colors", at: ["colors", "background"], to: "#000000",
      #"""
      {
        "colors": {
          "background": "#1d1f21",
          "foreground": "#c5c8c6",
          /* normal */
          "normal": ["#1d1f21", "#cc6666",
                     "#b5bd68", "#f0c674"]
        }
      }
      """#),
    .init(
      "window manager", at: ["gaps", "inner"], to: 8,
      #"""
      /* My desktop
         ========== */
      {
        "gaps": {"inner": 6, "outer": 0},
        "workspaces": {
          "1": "web", // left screen
          "2": "code",
          "10": "chat"
        }
      }
      """#),
    .init(
      "status bar, leading commas", at: ["height"], to: 28,
      #"""
      { "layer": "top"
      , "height": 30
      , "modules-left": ["workspaces", "mode"]
      , "clock": {"format": "{:%H:%M}", "interval": 60}
      }
      """#),
    .init(
      "notifications", at: ["timeout", "critical"], to: 10,
      #"""
      {
        "timeout": {
          "low":      5,
          "normal":   7,
          "critical": 0   // stays
        },

        "position": "top-right"
      }

      """#),
    .init(
      "file manager, one line", at: ["hidden"], to: true,
      #"{"sort": "name", "hidden": false, "ratios": [1, 3, 4]}"#),
    .init(
      "prompt", at: ["blocks", "git", "symbol"], to: "±",
      #"""
      {
        "version": 2,
        "blocks": {
          "git": { "symbol": "\ue0a0", "style": "bold" },
          "path": { "depth": 3.0 }
        }
      }
      """#),
    .init(
      "language server", at: ["diagnostics", "globals"], to: ["vim", "use"],
      #"""
      {
        "runtime.version": "LuaJIT",
        "diagnostics": {
          "globals": ["vim"],
          "disable": ["lowercase-global"]
        }
      }
      """#),
    .init(
      "formatter", at: ["lineLength"], to: 120,
      #"""
      {
        "version" : 1,
        "lineLength" : 100,
        "indentation" : {
          "spaces" : 2
        },
        "rules" : {
          "NoBlockComments" : false,
          "UseEarlyExits" : false
        }
      }

      """#),
    .init(
      "linter, a comment for each rule", at: ["rules", "max-len"], to: ["error", ["code": 120]],
      #"""
      {
        "root": true,
        "rules": {
          // Teams disagree.
          "semi": ["error", "always"],
          // See the style guide.
          "max-len": ["error", {"code": 100}],
          "no-console": "off" // for now
        }
      }
      """#),
    .init(
      "mail client", at: ["accounts", "work", "signature"], to: "Jo\nACME",
      #"""
      {
        "accounts": {
          "home": { "address": "jo@example.org", "signature": "" },
          "work": {
            "address": "jo@example.com",
            "signature": "Jo\r\n\"ACME\" // \u00e9",
          },
        },
      }
      """#),
  ]
}
