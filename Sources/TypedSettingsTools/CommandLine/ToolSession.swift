internal import TypedSettings

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
  let groups: ToolGroups
  let settings: [Named]

  init(_ tool: SettingsTool, _ arguments: ToolArguments) {
    self.tool = tool
    self.arguments = arguments
    groups = ToolGroups(tool.makeGroups())
    var known: Set<SettingsKey> = []
    settings = groups.allSettings.filter { known.insert($0.setting.key).inserted }
  }

  /// Writes a line to the output.
  func print(_ line: String) { tool.console.write("\(line)\n") }

  /// Writes a value as JSON to the output.
  func print(json value: SettingsValue) throws(SettingsError) {
    tool.console.write(String(decoding: try DocumentFormat.json.bytes(of: value), as: UTF8.self))
  }

  /// Writes a message to the error output.
  func note(_ text: String) { tool.console.writeError("\(text)\n") }

  /// Returns the setting with a name or a key.
  ///
  /// - Throws: ``ToolFailure`` with ``SettingsTool/ExitCode/usage`` if there is none, or more than one.
  func setting(_ name: String) throws -> Named {
    if let exact = settings.first(where: { $0.name == name }) { return exact }
    let matches = settings.filter { $0.setting.key.name == name || "\($0.setting.key)" == name }
    if matches.count == 1 { return matches[0] }
    if matches.count > 1 {
      throw ToolFailure(.usage, "'\(name)' is the key of \(matches.map { "'\($0.name)'" }.joined(separator: " and "))")
    }
    let nearest = NearestName.of(name, among: settings.flatMap { [$0.name, $0.setting.key.name] })
    throw ToolFailure(.usage, "no setting '\(name)'\(nearest.map { "; did you mean '\($0)'?" } ?? "")")
  }

  /// The settings that the arguments name.
  func namedSettings() throws -> [Named] { try arguments.values.map(setting) }

  /// Throws an error if the store of a setting can't be read, or if it's to be written and has a newer format.
  func checkReadable(_ setting: any Setting, isWritten: Bool = false) throws {
    switch (setting.store as? FileSettingsStore)?.state {
    case .unreadable(let error)?: throw ToolFailure(error)
    case .newerFormat(let error)? where isWritten: throw ToolFailure(error)
    case .ready?, .missing?, .corrupt?, .newerFormat?, nil: break
    }
  }

  /// Returns a value for the output; a secret one is replaced.
  func shown(_ value: SettingsValue?, of setting: any Setting) -> SettingsValue {
    guard let value else { return .null }
    return setting.traits.contains(.secret) ? "(secret)" : value
  }

  /// The argument of a command that reads a file, or the input for `-`.
  func document() throws -> Data {
    let path = arguments.values[0]
    if path == "-" { return Data(tool.console.readInput().utf8) }
    do { return try Data(contentsOf: URL(filePath: path)) } catch {
      throw ToolFailure(.usage, "can't read the file '\(path)'")
    }
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
