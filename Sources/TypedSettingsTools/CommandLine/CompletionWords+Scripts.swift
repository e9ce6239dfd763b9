extension CompletionWords {
  /// The condition that the words before the command equal the words of the tool.
  private func condition(_ element: (Int) -> String) -> String {
    let tests = words.enumerated().dropFirst().map { "[[ \(element($0.offset)) == \($0.element) ]] || return" }
    return tests.isEmpty ? ":" : tests.joined(separator: "\n  ")
  }

  /// The cases of bash and zsh that list the values of names, one on each line.
  private var valueCases: String {
    values.map { name, values in
      "    \(name)) values=\(Self.quoted(values.joined(separator: "\n"))) ;;"
    }.joined(separator: "\n")
  }

  private var optionCases: String {
    options.map { verb, options in "      \(verb)) options='\(options.joined(separator: " "))' ;;" }
      .joined(separator: "\n")
  }

  /// Returns a text as a word of bash or zsh, in quotation marks in which a backslash begins an escape sequence.
  private static func quoted(_ text: String) -> String {
    var word = "$'"
    for scalar in text.unicodeScalars {
      switch scalar {
      case "'", "\\": word += "\\\(scalar)"
      case "\n": word += "\\n"
      default: word.unicodeScalars.append(scalar)
      }
    }
    return word + "'"
  }

  var bashScript: String {
    """
    # Completion of '\(command)' for bash: eval "$(\(command) completion bash)"
    \(functionName)() {
      local line=${COMP_LINE:0:COMP_POINT} values= options= value
      # A space after a backslash is part of a word.
      line=${line//\\\\ /$'\\x01'}
      local current=${line##*[[:space:]]} verb=${COMP_WORDS[\(words.count)]}
      current=${current//$'\\x01'/ }
      COMPREPLY=()
      \(condition { "${COMP_WORDS[\($0)]}" })
      if ((COMP_CWORD == \(words.count))); then
        COMPREPLY=($(compgen -W '\(verbs)' -- "$current"))
        return
      fi
      if [[ $current == -* ]]; then
        case $verb in
    \(optionCases)
        esac
        COMPREPLY=($(compgen -W "$options" -- "$current"))
        return
      fi
      case $verb in
        help) COMPREPLY=($(compgen -W '\(verbs)' -- "$current")); return ;;
        completion) COMPREPLY=($(compgen -W '\(shells)' -- "$current")); return ;;
        import|diff) COMPREPLY=($(compgen -f -- "$current")); return ;;
        \(verbsWithNames(separatedBy: "|"))) ;;
        *) return ;;
      esac
      if [[ $verb != set || $current != *=* ]]; then
        COMPREPLY=($(compgen -W '\(names.joined(separator: " "))' -- "$current"))
        if [[ $verb == set ]]; then
          COMPREPLY=("${COMPREPLY[@]/%/=}")
          compopt -o nospace 2>/dev/null
        fi
        return
      fi
      case ${current%%=*} in
    \(valueCases)
      esac
      while IFS= read -r value; do
        if [[ -n $value && $value == "${current#*=}"* ]]; then COMPREPLY+=("$(printf %q "$value")"); fi
      done <<<"$values"
      if [[ $COMP_WORDBREAKS != *=* ]]; then COMPREPLY=("${COMPREPLY[@]/#/${current%%=*}=}"); fi
    }
    complete -F \(functionName) \(program)

    """
  }

  var zshScript: String {
    """
    #compdef \(program)
    # Completion of '\(command)' for zsh: eval "$(\(command) completion zsh)"
    \(functionName)() {
      local values= options= verb=${words[\(words.count + 1)]}
      \(condition { "${words[\($0 + 1)]}" })
      if ((CURRENT == \(words.count + 1))); then
        compadd -- \(verbs)
        return
      fi
      if [[ $PREFIX == -* ]]; then
        case $verb in
    \(optionCases)
        esac
        compadd -- ${=options}
        return
      fi
      case $verb in
        help) compadd -- \(verbs); return ;;
        completion) compadd -- \(shells); return ;;
        import|diff) _files; return ;;
        \(verbsWithNames(separatedBy: "|"))) ;;
        *) return ;;
      esac
      if [[ $verb != set ]]; then
        compadd -- \(names.joined(separator: " "))
        return
      fi
      if [[ $PREFIX != *=* ]]; then
        compadd -S = -- \(names.joined(separator: " "))
        return
      fi
      case ${PREFIX%%=*} in
    \(valueCases)
      esac
      compset -P '*='
      compadd -- ${(f)values}
    }
    compdef \(functionName) \(program)

    """
  }

  var fishScript: String {
    let tests = words.enumerated().dropFirst().map { "test \"$words[\($0.offset + 1)]\" = \($0.element); or return" }
    let options = options.map { verb, options in
      "      case \(verb)\n        printf '%s\\n' \(options.joined(separator: " "))"
    }
    let values = values.map { name, values in
      let words = values.map(Self.fishWord).joined(separator: " ")
      return "      case \(Self.fishWord(name))\n        printf \"$name=%s\\n\" \(words)"
    }
    return """
      # Completion of '\(command)' for fish: \(command) completion fish | source
      function \(functionName)
        set -l words (commandline -opc)
        set -l current (commandline -ct)
        \((["test (count $words) -ge \(words.count); or return"] + tests).joined(separator: "\n  "))
        if test (count $words) -eq \(words.count)
          printf '%s\\n' \(verbs)
          return
        end
        set -l verb $words[\(words.count + 1)]
        if string match -q -- '-*' $current
          switch $verb
      \(options.joined(separator: "\n"))
          end
          return
        end
        switch $verb
          case help
            printf '%s\\n' \(verbs)
          case completion
            printf '%s\\n' \(shells)
          case import diff
            __fish_complete_path $current
          case \(verbsWithNames(separatedBy: " "))
            if test $verb != set
              printf '%s\\n' \(names.joined(separator: " "))
              return
            end
            if not string match -q -- '*=*' $current
              printf '%s=\\n' \(names.joined(separator: " "))
              return
            end
            set -l name (string split -m 1 = -- $current)[1]
            switch $name
      \(values.joined(separator: "\n"))
            end
        end
      end
      complete -c \(program) -f -a '(\(functionName))'

      """
  }

  /// Returns a text as a word of fish.
  private static func fishWord(_ text: String) -> String {
    "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
  }
}
