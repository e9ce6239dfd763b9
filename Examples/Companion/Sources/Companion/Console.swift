import Foundation
import TypedSettings
import TypedSettingsSync

/// Reads commands from standard input.
struct Console {
  let settings: TimerSettings
  let state: @Sendable () -> String
  var sync: SettingsSync?
  var cable: Cable?

  /// The lines of standard input, which a thread of their own reads.
  private var lines: AsyncStream<String> {
    let (lines, line) = AsyncStream.makeStream(of: String.self)
    Thread.detachNewThread {
      while let text = readLine() { line.yield(text) }
      line.finish()
    }
    return lines
  }

  /// Performs commands until the last one.
  func run() async {
    for await line in lines {
      let words = line.split(separator: " ", maxSplits: 2).map(String.init)
      if words.first == "quit" { return }
      do { try await perform(words) } catch { show("error: \(error)") }
    }
  }

  private func perform(_ words: [String]) async throws {
    switch (words.first, words.count) {
    case ("set", 3):
      // Text for a number or a Boolean value is decoded as the type of the setting.
      try setting(words[1])?.setEncodedValue(.string(words[2]))
    case ("reset", 2): setting(words[1])?.reset()
    case ("list", 1):
      for (name, setting) in settings.allSettings {
        show("\(name) = \(setting.encodedValue.map { "\($0)" } ?? "nothing")\(setting.isSet ? "" : " (default)")")
      }
    case ("who", 2):
      for (number, change) in changes(of: words[1]).enumerated() {
        let device = sync?.devices.first { $0.id == change.replica }?.name ?? "another device"
        show("\(number + 1). \(change) (\(device))")
      }
    case ("take", 3):
      let changes = changes(of: words[1])
      guard let number = Int(words[2]), changes.indices.contains(number - 1) else { return show("no such change") }
      try sync?.restore(changes[number - 1])
    case ("state", 1): show(state())
    case ("unplug", 1): await cable?.unplug()
    case ("plug", 1): await cable?.plug()
    default: show("commands: set NAME VALUE, reset NAME, list, who NAME, take NAME NUMBER, state, unplug, plug, quit")
    }
  }

  /// Returns the last change of a setting by each device.
  private func changes(of name: String) -> [SyncChange] {
    setting(name).flatMap { sync?.lastChanges(of: $0) } ?? []
  }

  private func setting(_ name: String) -> (any Setting)? {
    let found = settings.allSettings.first { $0.name == name }?.setting
    if found == nil { show("no setting '\(name)'") }
    return found
  }
}

/// Prints a line at once, also if the output isn't a terminal.
func show(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}
