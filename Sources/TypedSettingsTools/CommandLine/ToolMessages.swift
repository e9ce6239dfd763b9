internal import TypedSettingsCore

/// The warnings of one command, each of which is written once.
final class ToolMessages: Sendable {
  /// A subject that one message is enough for.
  enum Subject: Hashable, Sendable {
    /// A text.
    case text(String)
    /// All reports about a domain with the same code, whatever their texts are.
    case reports(SettingsError.Code, domain: String)
  }

  private struct State {
    var reports: [SettingsError] = []
    var written: Set<Subject> = []

    /// Adds a subject; returns `true` if it's new.
    mutating func insert(_ subject: Subject) -> Bool {
      if written.count >= ToolMessages.maximumCount { written = [] }
      return written.insert(subject).inserted
    }
  }

  /// The number of subjects that are remembered, which bounds the memory use of a command that doesn't end.
  private static let maximumCount = 1_024

  private let console: SettingsConsole
  private let state = LockedState(State())

  init(_ console: SettingsConsole) { self.console = console }

  /// Keeps a report until the command has ended.
  func add(_ report: SettingsError) { state.withLock { $0.reports.append(report) } }

  /// Writes a warning for each kept report whose subject has no message yet.
  func writeReports() {
    for report in state.withLock({ $0.reports }) { warn(about: report) }
  }

  /// Writes a warning about an error, unless its subject has a message.
  func warn(about error: SettingsError) {
    let text = "\(error)"
    let isNew = state.withLock { state in
      if let domain = error.key?.domain, state.written.contains(.reports(error.code, domain: domain)) { return false }
      return state.insert(.text(text))
    }
    if isNew { console.writeError("warning: \(text.printable(keepsLines: true))\n") }
  }

  /// Remembers that a subject has a message.
  func markWritten(_ subject: Subject) {
    state.withLock { state in _ = state.insert(subject) }
  }
}
