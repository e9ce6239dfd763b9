import Dispatch
import Foundation
import Testing
import TypedSettings

/// Operations during each of whose attempts another thread begins to write, in all kinds of stores.
///
/// One after the other, because the precedence of one operation would help the others.
@Suite(.serialized) struct PrecedenceTests {
  enum Operation: CaseIterable, Sendable { case update, transaction, draft, `import` }

  /// What the other thread does.
  enum Write: CaseIterable, Sendable { case assignment, update }

  enum Place: CaseIterable, Sendable { case memory, layers, olderName, version, file }

  /// A thread that begins to write a setting during each attempt of an operation.
  private final class Writer: Sendable {
    private let queue = DispatchQueue(label: "writer")
    private let written = DispatchSemaphore(value: 1)
    private let count = LockedState(0)
    private let record: SettingRecord<Int>
    private let write: Write

    init(of record: SettingRecord<Int>, _ write: Write) {
      self.record = record
      self.write = write
    }

    /// The number of attempts so far.
    var attempts: Int { count.withLock { $0 } }

    /// Begins to write the number of the attempt.
    func beginWriting() {
      let number = count.withLock { count in
        count += 1
        return count
      }
      written.wait()
      queue.async { [record, written, write] in
        switch write {
        case .assignment: record.value = number
        case .update: #expect(throws: Never.self) { try record.update { $0 = number } }
        }
        written.signal()
      }
      // The time of the operation's own work, in which other writes are complete unless they wait. The first one is.
      let workEnd: DispatchTime = number == 1 ? .distantFuture : .now() + .milliseconds(1)
      if written.wait(timeout: workEnd) == .success { written.signal() }
    }

    func finish() { queue.sync {} }
  }

  /// Two settings of one group, of which the writer writes the first.
  private final class Settings: SettingsGroup, Sendable {
    let contended: SettingRecord<Int>
    let other: SettingRecord<Int>
    let writer: Writer

    init(in place: Place, writer: Writer? = nil, _ write: Write = .assignment) {
      func record(_ name: String, aliases: [String] = []) -> SettingRecord<Int> {
        AnyGroup.record(name, 0, aliases: aliases, version: place == .version ? 2 : nil)
      }
      contended = record("contended", aliases: place == .olderName ? ["older"] : [])
      other = record("other")
      self.writer = writer ?? Writer(of: contended, write)
    }

    /// A rule, because each attempt to change several settings checks it after the present values were read.
    static var rules: [SettingsRule<Settings>] {
      [
        SettingsRule("the settings have values") { settings in
          settings.writer.beginWriting()
          return settings.contended.value <= .max && settings.other.value <= .max
        }
      ]
    }

    func enumerateSettings(into list: inout SettingsList) {
      list.append(contended)
      list.append(other)
    }
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func makeStore(_ place: Place) -> any SettingsStore {
    switch place {
    case .memory, .version: InMemorySettingsStore()
    case .olderName: InMemorySettingsStore([exchangeKey("older"): 5])
    case .layers:
      LayeredSettingsStore([
        .layer("managed", InMemorySettingsStore()), .writable("user", InMemorySettingsStore()),
        .layer("shared", InMemorySettingsStore([exchangeKey("contended"): 5])),
      ])
    case .file: FileSettingsStore(file: folder.file("app.json"))
    }
  }

  private static let pairs = Operation.allCases.flatMap { operation in Write.allCases.map { (operation, $0) } }

  @Test(.timeLimit(.minutes(30)), arguments: pairs, Place.allCases)
  func `an operation succeeds although another thread begins to write during each of its attempts`(
    pair: (operation: Operation, write: Write), place: Place
  ) throws {
    let operation = pair.operation
    let settings = makeSettings(in: makeStore(place)) { Settings(in: place, pair.write) }
    let writer = settings.writer
    func copy() -> Settings { Settings(in: place, writer: writer) }
    switch operation {
    case .update:
      try settings.contended.update { value in
        writer.beginWriting()
        value = -1
      }
    case .transaction:
      try SettingsDraft.transaction(of: settings, make: copy) { settings in
        settings.contended.value = -1
        settings.other.value = -1
      }
    case .draft:
      let draft = SettingsDraft(of: settings, make: copy)
      draft.settings.contended.value = -1
      draft.settings.other.value = -1
      try draft.apply(.overwrite)
    case .import:
      let version = place == .version ? #", "$version": 2"# : ""
      try settings.import(exchangeDocument(#""contended": -1, "other": -1\#(version)"#))
    }
    // The write that began during the last attempt follows the operation.
    writer.finish()
    #expect(writer.attempts > 1)
    #expect(settings.contended.value == writer.attempts)
    #expect(settings.other.value == (operation == .update ? 0 : -1))
  }
}
