internal import TypedSettingsCore

extension ToolSession {
  func completion() throws {
    switch arguments.values[0] {
    case "bash": tool.console.write(bashScript)
    case "zsh": tool.console.write(zshScript)
    default: throw ToolFailure(.usage, "completion is for 'bash' or 'zsh'")
    }
  }

  private var words: [String] { tool.command.split(separator: " ").map(String.init) }

  private var functionName: String {
    "_" + tool.command.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined() + "_complete"
  }

  private var verbs: String { ToolVerb.allCases.map(\.rawValue).joined(separator: " ") }

  /// The settings whose names have no meaning for a shell.
  private var plainSettings: [Named] { settings.filter { $0.name.allSatisfy(Self.isPlain) } }

  private var names: String { plainSettings.map(\.name).joined(separator: " ") }

  /// The condition that the words before the command equal the words of the tool.
  private func condition(_ element: (Int) -> String) -> String {
    let tests = words.enumerated().dropFirst().map { "[[ \(element($0.offset)) == \($0.element) ]] || return" }
    return tests.isEmpty ? ":" : tests.joined(separator: "\n  ")
  }

  /// The cases of a shell that list the values of settings.
  private var cases: String {
    plainSettings.compactMap { name, setting in
      let choices = values(of: setting).filter { !$0.isEmpty && $0.allSatisfy(Self.isPlain) }
      return choices.isEmpty ? nil : "    \(name)) values='\(choices.joined(separator: " "))' ;;"
    }.joined(separator: "\n")
  }

  private func values(of setting: any Setting) -> [String] {
    if setting.traits.contains(.secret) { return [] }
    if let choices = setting.namedValidation?.choices { return choices.map(\.typedText) }
    let type = setting.valueType
    return type == Bool.self || type == Bool?.self ? ["true", "false"] : []
  }

  /// Returns whether a character has no meaning for a shell.
  private static func isPlain(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "._+-@%:/".contains(character)
  }

  private var bashScript: String {
    """
    # Completion of '\(tool.command)' for bash: eval "$(\(tool.command) completion bash)"
    \(functionName)() {
      local line=${COMP_LINE:0:COMP_POINT} values=
      local current=${line##*[[:space:]]} verb=${COMP_WORDS[\(words.count)]}
      COMPREPLY=()
      \(condition { "${COMP_WORDS[\($0)]}" })
      if ((COMP_CWORD == \(words.count))); then
        COMPREPLY=($(compgen -W '\(verbs)' -- "$current"))
        return
      fi
      case $verb in
        completion) COMPREPLY=($(compgen -W 'bash zsh' -- "$current")); return ;;
        import|diff) COMPREPLY=($(compgen -f -- "$current")); return ;;
        get|set|reset|describe|range|writable|inspect|monitor|list) ;;
        *) return ;;
      esac
      if [[ $verb != set || $current != *=* ]]; then
        COMPREPLY=($(compgen -W '\(names)' -- "$current"))
        if [[ $verb == set ]]; then
          COMPREPLY=("${COMPREPLY[@]/%/=}")
          compopt -o nospace 2>/dev/null
        fi
        return
      fi
      case ${current%%=*} in
    \(cases)
      esac
      COMPREPLY=($(compgen -W "$values" -- "${current#*=}"))
      if [[ $COMP_WORDBREAKS != *=* ]]; then COMPREPLY=("${COMPREPLY[@]/#/${current%%=*}=}"); fi
    }
    complete -F \(functionName) \(words.first ?? "settings")

    """
  }

  private var zshScript: String {
    """
    #compdef \(words.first ?? "settings")
    # Completion of '\(tool.command)' for zsh: eval "$(\(tool.command) completion zsh)"
    \(functionName)() {
      local values= verb=${words[\(words.count + 1)]}
      \(condition { "${words[\($0 + 1)]}" })
      if ((CURRENT == \(words.count + 1))); then
        compadd -- \(verbs)
        return
      fi
      case $verb in
        completion) compadd -- bash zsh; return ;;
        import|diff) _files; return ;;
        get|set|reset|describe|range|writable|inspect|monitor|list) ;;
        *) return ;;
      esac
      if [[ $verb != set ]]; then
        compadd -- \(names)
        return
      fi
      if [[ $PREFIX != *=* ]]; then
        compadd -S = -- \(names)
        return
      fi
      case ${PREFIX%%=*} in
    \(cases)
      esac
      compset -P '*='
      compadd -- ${=values}
    }
    compdef \(functionName) \(words.first ?? "settings")

    """
  }
}
