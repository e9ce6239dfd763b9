internal import TypedSettingsCore

extension ToolSession {
  /// A shell whose completions the tool can write.
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  func completion() throws {
    guard let shell = Shell(rawValue: arguments.values[0]) else {
      let names = Shell.allCases.map { "'\($0.rawValue)'" }
      throw ToolFailure(.usage, "completion is for \(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")")
    }
    let words = CompletionWords(self)
    switch shell {
    case .bash: tool.console.write(words.bashScript)
    case .zsh: tool.console.write(words.zshScript)
    case .fish: tool.console.write(words.fishScript)
    }
  }
}

/// The words that a shell completes, for the settings of a tool.
struct CompletionWords {
  /// The words with which the user starts the tool.
  let words: [String]
  let command: String
  /// The names of settings and of the parts of their values.
  let names: [String]
  /// The values that a name can have, if they are listed.
  let values: [(name: String, values: [String])]

  init(_ session: ToolSession) {
    command = session.tool.command
    words = command.split(separator: " ").map(String.init)
    // Other names have a meaning for a shell.
    let plain = session.settings.filter { $0.name.allSatisfy(Self.isPlain) }
    var names: [String] = []
    var values: [(String, [String])] = []
    for (name, setting) in plain {
      names.append(name)
      if setting.traits.contains(.secret) { continue }
      let form = SettingsSchema.Entry(of: setting, named: name).form
      let choices = setting.namedValidation?.choices?.map(\.typedText) ?? form.listedTexts
      if !choices.isEmpty { values.append((name, choices)) }
      for part in form.parts(of: name, storedIn: setting.encodedValue, depth: 0)
      where part.name.allSatisfy(Self.isPlain) {
        names.append(part.name)
        if !part.form.listedTexts.isEmpty { values.append((part.name, part.form.listedTexts)) }
      }
    }
    self.names = names
    self.values = values.map { name, values in (name, values.filter { !$0.isEmpty && !$0.contains(where: \.isNewline) })
    }
  }

  /// Returns whether a character has no meaning for a shell.
  private static func isPlain(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "._+-@%:/".contains(character)
  }

  var functionName: String {
    "_" + command.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined() + "_complete"
  }

  /// The first word, which shells complete.
  var program: String { words.first ?? "settings" }

  var verbs: String { ToolVerb.allCases.map(\.rawValue).joined(separator: " ") }

  var shells: String { ToolSession.Shell.allCases.map(\.rawValue).joined(separator: " ") }

  /// The verbs that are followed by names of settings, separated by a mark of the shell.
  func verbsWithNames(separatedBy mark: String) -> String {
    ToolVerb.allCases.filter(\.takesNames).map(\.rawValue).joined(separator: mark)
  }

  /// The options of each verb that has any.
  var options: [(verb: String, options: [String])] {
    ToolVerb.allCases.map { verb in (verb.rawValue, (verb.options + ["json", "help"]).map { "--\($0)" }) }
  }
}

extension ToolVerb {
  /// A Boolean value that indicates whether the arguments are names of settings.
  fileprivate var takesNames: Bool {
    switch self {
    case .list, .get, .set, .reset, .describe, .range, .writable, .inspect, .monitor: true
    case .edit, .export, .import, .diff, .schema, .doctor, .completion: false
    }
  }
}

extension SettingsSchema.Form {
  private static var maximumDepth: Int { 3 }

  /// Returns the parts that all values have, and the keys of a stored dictionary, with the parts inside of them.
  fileprivate func parts(
    of name: String, storedIn value: SettingsValue?, depth: Int
  ) -> [(name: String, form: SettingsSchema.Form)] {
    if depth == Self.maximumDepth { return [] }
    var parts = partNames
    if case .dictionary(let form, nil) = unwrapped, case .dictionary(let members)? = value {
      parts = members.keys.sorted().prefix(100).map { ($0, form) }
    }
    return parts.flatMap { part in
      let whole = "\(name).\(part.name)"
      var inner: SettingsValue?
      if case .dictionary(let members)? = value { inner = members[part.name] }
      return [(whole, part.form)] + part.form.parts(of: whole, storedIn: inner, depth: depth + 1)
    }
  }
}
