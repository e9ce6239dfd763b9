internal import FoundationEssentials
internal import TypedSettings

/// The arguments of the program: a command, files, and options with or without a value.
struct Arguments: Sendable {
  let command: String
  private(set) var files: [String] = []
  private var options: [String: String] = [:]

  init(_ arguments: ArraySlice<String>) {
    command = arguments.first ?? ""
    var rest = arguments.dropFirst()
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("--") else {
        files.append(argument)
        continue
      }
      let name = String(argument.dropFirst(2))
      if let value = rest.first, !value.hasPrefix("--") {
        options[name] = value
        rest.removeFirst()
      } else {
        options[name] = ""
      }
    }
  }

  var key: String { options["key"] ?? "k" }

  func has(_ name: String) -> Bool { options[name] != nil }

  func text(_ name: String, default standard: String) -> String { options[name] ?? standard }

  func number(_ name: String, default standard: Int) -> Int { options[name].flatMap { Int($0) } ?? standard }

  /// A store on the first file.
  func store() -> FileSettingsStore {
    guard let file = files.first else { Output.fail("which file?") }
    let durability: FileSettingsStore.Durability = has("every-write") ? .everyWrite : .crashSafe
    return FileSettingsStore(file: URL(filePath: file), durability: durability)
  }
}
