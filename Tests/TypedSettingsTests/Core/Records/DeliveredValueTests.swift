import Testing
import TypedSettings

@testable import TypedSettingsCore

@Suite struct DeliveredValueTests {
  private static func revision(_ number: UInt64?) -> SettingsRevision? { number.map { SettingsRevision(number: $0) } }

  /// Changes in the order in which they're received, and whether the consumer has to receive each of them.
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var read: (value: SettingsValue?, revision: UInt64)?
    /// The value before the first change, if it's known.
    var oldValue: SettingsValue??
    let changes: [(value: SettingsValue?, revision: UInt64?, isNew: Bool)]

    static let all = [
      Example(
        testDescription: "without an earlier value, the first change is new",
        changes: [(nil, 2, true), (nil, 3, false), (1, 4, true)]),
      Example(
        testDescription: "the first change is compared with the value before it", oldValue: .some(nil),
        changes: [(nil, 2, false), (1, 3, true), (1, 4, false), (nil, 5, true)]),
      Example(
        testDescription: "a change that follows its announcement is a repeat", oldValue: 1,
        changes: [(2, nil, true), (2, 9, false), (3, nil, true), (3, 10, false)]),
      Example(
        testDescription: "the announcement of a refused value is revoked", oldValue: 1,
        changes: [(2, nil, true), (1, nil, true), (1, 2, false)]),
      Example(
        testDescription: "a change in between is new, and so is the announced one after it", oldValue: 1,
        changes: [(2, nil, true), (5, 7, true), (2, 8, true)]),
      Example(
        testDescription: "a change that a read includes is older than the read value", read: (3, 7),
        changes: [(1, 5, false), (2, 6, false), (3, 7, false), (4, 8, true)]),
      Example(
        testDescription: "a change without a revision isn't compared by revision", read: (3, 7),
        changes: [(4, nil, true), (1, 6, false), (4, 8, false), (3, 9, true)]),
    ]
  }

  @Test(arguments: Example.all) func `a consumer receives later values that differ`(_ example: Example) {
    let delivered = DeliveredValue()
    if let (value, number) = example.read {
      delivered.record(LiveValue.Snapshot(value: value, revision: SettingsRevision(number: number)))
    }
    var oldValue = example.oldValue
    for (index, change) in example.changes.enumerated() {
      let isNew = delivered.isNew(
        change.value, revision: Self.revision(change.revision), after: oldValue, identity: { value, _ in value })
      #expect(isNew == change.isNew, "change \(index)")
      // Later changes are compared with the delivered value, not with this one.
      if oldValue != nil { oldValue = .some("unused") }
    }
  }

  @Test func `an identity is found once, without a lock, and not for a change that is old, equal or the first`() {
    let delivered = DeliveredValue()
    let log = Log<SettingsValue?>()
    let identity: @Sendable (SettingsValue?, SettingsRevision?) -> SettingsValue? = { value, _ in
      // This would deadlock under the lock.
      _ = delivered.isNew("old", revision: .initial) { value, _ in value }
      log.append(value)
      return value == 3 ? 2 : value
    }
    func isNew(_ value: SettingsValue?, _ number: UInt64) -> Bool {
      delivered.isNew(value, revision: SettingsRevision(number: number), identity: identity)
    }
    #expect(isNew(1, 3))
    #expect(!isNew(2, 3))
    #expect(!isNew(1, 4))
    #expect(log.elements.isEmpty)
    #expect(isNew(2, 5))
    #expect(log.elements == [2, 1])
    #expect(!isNew(3, 6))
    #expect(isNew(4, 7))
    #expect(log.elements == [2, 1, 3, 4])
  }
}
