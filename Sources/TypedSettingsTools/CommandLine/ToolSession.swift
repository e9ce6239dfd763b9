internal import TypedSettingsCore
internal import TypedSettingsFiles
internal import TypedSettingsFormats

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// One run of a command.
struct ToolSession {
  /// A setting and its name.
  typealias Named = (name: String, setting: any Setting)

  let tool: SettingsTool
  let arguments: ToolArguments
  let messages: ToolMessages
  let groups: ToolGroups

  /// The settings, each once.
  ///
  /// A name that several settings have is replaced with their keys.
  let settings: [Named]

  /// The names of the settings whose name other settings have too.
  private let repeatedNames: [SettingsKey: String]

  init(_ tool: SettingsTool, _ arguments: ToolArguments, _ messages: ToolMessages) {
    self.tool = tool
    self.arguments = arguments
    self.messages = messages
    groups = ToolGroups(tool.makeGroups())
    var known: Set<SettingsKey> = []
    let all = groups.allSettings.filter { known.insert($0.setting.key).inserted }
    let counts = Dictionary(all.map { ($0.name, 1) }, uniquingKeysWith: +)
    let repeated = all.filter { counts[$0.name] != 1 }.map { ($0.setting.key, $0.name) }
    let repeatedNames = Dictionary(repeated) { first, _ in first }
    settings = all.map { (repeatedNames[$0.setting.key] == nil ? $0.name : "\($0.setting.key)", $0.setting) }
    self.repeatedNames = repeatedNames
  }

  /// Writes a line to the output, in a color if the output is a terminal.
  func print(_ line: String, in color: SettingsTool.Color? = nil) {
    let text = printable(line)
    tool.console.write("\(color.map { tool.paint(text, $0) } ?? text)\n")
  }

  /// Writes a value as JSON to the output.
  func print(json value: SettingsValue) throws(SettingsError) {
    write(try DocumentFormat.json.bytes(of: value))
  }

  /// Writes a document to the output.
  func write(_ document: some Collection<UInt8>) {
    tool.console.write(printable(String(decoding: document, as: UTF8.self)))
  }

  /// Returns text in the form for the output.
  ///
  /// On a terminal, control characters are escape sequences. A file or another program gets a value as it is.
  private func printable(_ text: String) -> String {
    tool.console.writesToTerminal ? text.printable(keepsLines: true) : text
  }

  /// Writes a message to the error output.
  func note(_ text: String) { tool.console.writeError("\(text)\n") }

  /// Returns a number of settings in words.
  static func text(ofCount count: Int) -> String { count == 1 ? "1 setting" : "\(count) settings" }

  /// Returns the setting with a name or a key.
  ///
  /// - Throws: ``ToolFailure`` with ``SettingsTool/ExitCode/usage`` if there is none, or more than one.
  func setting(_ name: String) throws(ToolFailure) -> Named {
    if let exact = settings.first(where: { $0.name == name || "\($0.setting.key)" == name }) { return exact }
    let matches = settings.filter { $0.setting.key.name == name || repeatedNames[$0.setting.key] == name }
    if matches.count == 1 { return matches[0] }
    if matches.count > 1 {
      let keys = matches.map { "'\($0.setting.key)'" }.joined(separator: ", ")
      throw ToolFailure(.usage, "several settings have the name '\(name)'; use one of the keys \(keys)")
    }
    if let renamed = settings.first(where: { $0.setting.formerNames.contains(name) }) {
      throw ToolFailure(.usage, "no setting '\(name)'; its name is now '\(renamed.name)'")
    }
    let names = settings.flatMap { [$0.name, $0.setting.key.name] } + repeatedNames.values.sorted()
    let nearest = NearestName.of(name, among: names).map { "; did you mean '\($0)'?" } ?? ""
    throw ToolFailure(.usage, "no setting '\(name)'\(nearest)")
  }

  /// Returns the place that a name means: a setting, or a part of its value, such as `sensor.name`.
  ///
  /// - Throws: ``ToolFailure`` if there is none.
  func place(_ name: String) throws(ToolFailure) -> ValuePlace {
    do throws(ToolFailure) { return try ValuePlace(setting(name), "") } catch {
      var end = name.endIndex
      while let dot = name[..<end].lastIndex(of: ".") {
        let owner = name[..<dot]
        if let named = settings.first(where: {
          $0.name == owner || "\($0.setting.key)" == owner || $0.setting.key.name == owner
        }) {
          return try ValuePlace(named, String(name[dot...].dropFirst()))
        }
        end = dot
      }
      throw error
    }
  }

  /// Returns the places that the arguments name.
  ///
  /// - Throws: ``ToolFailure`` with a message for each argument that names none.
  func places() throws(ToolFailure) -> [ValuePlace] { try named { name throws(ToolFailure) in try place(name) } }

  /// Returns the settings that the arguments name.
  ///
  /// - Throws: ``ToolFailure`` with a message for each argument that names none.
  func namedSettings() throws(ToolFailure) -> [Named] {
    try named { name throws(ToolFailure) in try setting(name) }
  }

  private func named<Result>(_ find: (String) throws(ToolFailure) -> Result) throws(ToolFailure) -> [Result] {
    var results: [Result] = []
    var mistakes: [ToolFailure] = []
    for name in arguments.values {
      do throws(ToolFailure) { results.append(try find(name)) } catch { mistakes.append(error) }
    }
    if !mistakes.isEmpty { throw ToolFailure(mistakes: mistakes) }
    return results
  }

  /// Returns the name of the setting with a key, or `nil` if no setting has the key.
  func name(forKey key: SettingsKey) -> String? { settings.first { $0.setting.key == key }?.name }

  /// Returns whether the name of a setting contains text, which is in lower case.
  func hasName(_ member: Named, containing text: String) -> Bool {
    let names = [member.name, repeatedNames[member.setting.key] ?? ""]
    return names.contains { $0.lowercased().contains(text) }
  }

  /// Returns a value for the output; a secret one is replaced.
  func shown(_ value: SettingsValue?, of setting: any Setting) -> SettingsValue {
    guard let value else { return .null }
    return setting.traits.contains(.secret) ? "(secret)" : value
  }

  /// Returns the text of a value that `set` reads as the same value; a secret one is replaced.
  func text(of value: SettingsValue?, of setting: any Setting) -> String {
    let shown = shown(value, of: setting)
    if setting.traits.contains(.secret) { return shown.typedText }
    return (setting as? any LinkedSetting)?.text(of: shown) ?? shown.typedText
  }

  /// Returns the values that a setting can have, or `nil` if they aren't enumerated.
  func choices(of setting: any Setting, _ entry: SettingsSchema.Entry) -> [String]? {
    let named = (setting as? any LinkedSetting)?.namedForms.map(\.form) ?? []
    return (entry.choices ?? (named.isEmpty ? nil : named))?.map { setting.named($0).typedText }
  }

  /// Returns a value with its name, for a line that a user reads; a secret one is replaced.
  func named(_ value: SettingsValue?, of setting: any Setting) -> SettingsValue {
    setting.named(shown(value, of: setting))
  }

  /// Returns the bytes of the input.
  ///
  /// - Throws: ``ToolFailure`` with ``SettingsTool/ExitCode/unavailable`` if the input can't be read.
  private func inputBytes() throws(ToolFailure) -> [UInt8] {
    do throws(FileSystemError) { return try tool.console.inputBytes() } catch { throw .unreadableInput(error) }
  }

  /// Returns the value of a setting from the input: the line that a user types at a prompt, or the whole input without
  /// the line break at its end.
  func inputText(for name: String, isHidden: Bool) throws(ToolFailure) -> String {
    let bytes: [UInt8]
    if let ask = tool.console.ask {
      let line: [UInt8]?
      do throws(FileSystemError) { line = try ask("\(name): ", isHidden) } catch { throw .unreadableInput(error) }
      guard let line else { throw ToolFailure(.usage, "no value was typed; nothing was changed") }
      bytes = line
    } else {
      bytes = try inputBytes()
    }
    guard var text = String(validating: bytes, as: UTF8.self) else {
      throw ToolFailure(.usage, "the input isn't UTF-8 text")
    }
    if let last = text.last, last == "\n" || last == "\r\n" { text.removeLast() }
    return text
  }

  /// The contents of the file that an argument names, or the input for `-`.
  func document() throws -> Data {
    let path = arguments.values[0]
    if path == "-" { return Data(try inputBytes()) }
    do { return try Data(contentsOf: URL(filePath: path)) } catch {
      throw ToolFailure(.usage, "can't read the file '\(path)'")
    }
  }
}

extension Setting {
  /// The names of the keys that the setting had earlier.
  fileprivate var formerNames: [String] { (self as? any LinkedSetting)?.link.aliases.map(\.name) ?? [] }
}

extension ToolFailure {
  fileprivate static func unreadableInput(_ error: FileSystemError) -> ToolFailure {
    ToolFailure(.unavailable, "the input can't be read: \(error.reason)")
  }
}

extension SettingInspection.Source {
  /// The name of the layer, or `default`.
  var text: String {
    switch self {
    case .default: "default"
    case .layer(let name): name
    }
  }
}
