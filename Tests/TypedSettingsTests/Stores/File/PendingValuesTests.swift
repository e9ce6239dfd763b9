import Testing

@testable import TypedSettings

/// Values that are in memory and not in the journal.
@Suite struct PendingValuesTests {
  private let a = SimulatedProcess.key("a")
  private let b = SimulatedProcess.key("b")

  private func pending(_ changes: [FileContents.Change]) -> PendingValues {
    var pending = PendingValues()
    pending.add(changes) { _ in 5 }
    return pending
  }

  private func history(_ changes: [FileContents.Change]) throws -> JournalHistory {
    let header = JournalHeader(identity: .random(from: SystemCalls()), document: nil)
    let record = JournalRecord.bytes(of: .changes(changes), durable: 0, in: header.frame)
    var history = JournalHistory()
    history.add(JournalContents(header.bytes + record, of: header), of: header)
    history.decode()
    #expect(!history.isIncomplete)
    return history
  }

  @Test func `a value that could not be written overrides records of other processes`() {
    var pending = pending([(a, 1)])
    let effective = pending.merge([(a, 2), (b, 3)], number: 9)
    #expect(effective.map(\.key) == [b])
    #expect(pending.lastNumber(ofKey: a, in: FileContents()) == 9)
  }

  @Test func `a removed value is a change as well`() {
    let pending = pending([(a, nil)])
    #expect(pending.changes.count == 1)
    #expect(pending.changes.first?.value == nil)
  }

  @Test func `a value of a removed journal gives way to a later record`() throws {
    var pending = PendingValues()
    pending.addRemoved([(change: (key: a, value: 1), number: 3)], from: [])
    pending.rebase(on: JournalHistory())
    #expect(pending.nextRestored()?.number == 3)
    let effective = pending.merge([(a, 2)], number: 9)
    #expect(effective.map(\.key) == [a])
    #expect(pending.isEmpty)
  }

  @Test func `a value of a removed journal is dropped if the present journal has one`() throws {
    var pending = PendingValues()
    pending.addRemoved([(change: (key: a, value: 1), number: 3), (change: (key: b, value: 1), number: 4)], from: [])
    pending.rebase(on: try history([(a, 2)]))
    #expect(pending.changes.map(\.key) == [b])
  }

  @Test(arguments: [(own: UInt64(7), isKept: true), (own: 3, isKept: false)])
  func `of two restored values of a key the one with the greater number counts`(own: UInt64, isKept: Bool) {
    var pending = PendingValues()
    pending.addRemoved([(change: (key: a, value: 1), number: own)], from: [])
    pending.rebase(on: JournalHistory())
    let effective = pending.mergeRestored((a, 2), oldNumber: 5, number: 20)
    #expect(effective.isEmpty == isKept)
    #expect(pending.isEmpty == !isKept)
  }

  @Test func `a restored value with a greater number replaces only a restored value`() {
    var pending = PendingValues()
    _ = pending.mergeRestored((a, 1), oldNumber: 3, number: 20)
    #expect(pending.isNewest(a, oldNumber: 5, last: 20, first: 10))
    #expect(!pending.isNewest(a, oldNumber: 3, last: 20, first: 10))
    // A value that this process has set in the meantime.
    #expect(!pending.isNewest(a, oldNumber: 5, last: 30, first: 10))
  }

  @Test func `a value that couldn't be written overrides a restored one, and an inherited one does too`() {
    for isInherited in [false, true] {
      var pending = pending([(a, 1)])
      if isInherited { pending.inherit() }
      let effective = pending.mergeRestored((a, 2), oldNumber: 3, number: 9)
      #expect(effective.isEmpty)
      #expect(pending.changes.map(\.key) == [a])
    }
  }

  @Test func `an inherited value gives way to a later record`() {
    var pending = pending([(a, 1), (b, 2)])
    pending.inherit()
    let effective = pending.merge([(a, 3)], number: 9)
    #expect(effective.map(\.key) == [a])
    #expect(pending.changes.map(\.key) == [b])
    #expect(pending.nextInherited?.key == b)
  }

  @Test func `a value that was set again isn't inherited`() {
    var pending = pending([(a, 1)])
    pending.inherit()
    pending.add([(a, 2)]) { _ in 5 }
    #expect(pending.nextInherited?.key == nil)
    let effective = pending.merge([(a, 3)], number: 9)
    #expect(effective.isEmpty)
  }

  @Test func `a value that was written before a fork isn't inherited`() throws {
    var pending = pending([(a, 1), (b, 2)])
    _ = pending.merge([(a, 3)], number: 9)
    pending.inherit()
    #expect(pending.changes.map(\.key) == [b])
    pending.rebase(on: try history([(b, 3)]))
    #expect(pending.isEmpty)
  }

  @Test func `an appended value is not pending any more`() {
    var pending = pending([(a, 1), (b, 2)])
    pending.remove(a)
    #expect(pending.changes.map(\.key) == [b])
    #expect(pending.lastNumber(ofKey: a, in: FileContents()) == nil)
  }
}
