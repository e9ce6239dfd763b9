import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore

/// Stores and observers that are created while the location of the file is unknown.
@Suite(.timeLimit(.minutes(30))) struct LateFileTests {
  private static let key = SettingsKey(domain: "com.example.timer", name: "Length")
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A store whose file is a circular link.
  private func lostStore() throws -> FileSettingsStore {
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("x.json").path, withDestinationPath: folder.file("x.json").path)
    return quietly { FileSettingsStore(file: folder.file("x.json")) }
  }

  private func mend() throws {
    try FileManager.default.removeItem(at: folder.file("x.json"))
    try folder.write(#"{"com.example.timer": {"Length": 7}}"#, to: "x.json")
  }

  @Test func `an observer is notified of the contents once the file is found`() async throws {
    let store = try lostStore()
    let received = Log<SettingsValue?>()
    let token = store.observe(Self.key) { received.append($0.newValue) }
    let live = store.liveValue(forKey: Self.key)
    #expect(store.state.error?.code == .fileUnreadable)
    let refusal = #expect(throws: SettingsError.self) { try store.set(8, forKey: Self.key) }
    #expect(refusal?.code == .storeUnavailable)
    #expect(refusal?.advice.hasPrefix("correct the symbolic links; ") == true)
    try mend()
    store.refresh()
    #expect(live.snapshot?.value == 7)
    #expect(try await received.elements(atLeast: 1) == [7])
    try store.set(8, forKey: Self.key)
    #expect(try await received.elements(atLeast: 2) == [7, 8])
    store.removeObserver(token)
    try store.set(9, forKey: Self.key)
    #expect(received.elements == [7, 8])
    #expect(live.snapshot?.value == 9)
  }

  @Test func `an observer removed before the file is found is not notified`() throws {
    let store = try lostStore()
    let received = Log<SettingsValue?>()
    let token = store.observe(Self.key) { received.append($0.newValue) }
    store.removeObserver(token)
    try mend()
    store.refresh()
    #expect(store.value(forKey: Self.key) == 7)
    #expect(received.elements == [])
  }

  @Test func `a file is found without a read`() async throws {
    let store = try lostStore()
    let (changes, continuation) = AsyncStream.makeStream(of: SettingsChange.self)
    let token = store.observe(Self.key) { continuation.yield($0) }
    try mend()
    for await change in changes {
      #expect(change.newValue == 7)
      #expect(change.origin == .external)
      break
    }
    store.removeObserver(token)
  }

  @Test func `stores that find a file at different times notify each other`() async throws {
    let late = try lostStore()
    let (receivedLate, receivedSoon) = (Log<SettingsValue?>(), Log<SettingsValue?>())
    let lateToken = late.observe(Self.key) { receivedLate.append($0.newValue) }
    let live = late.liveValue(forKey: Self.key)
    try mend()
    let soon = FileSettingsStore(file: folder.file("x.json"))
    let soonToken = soon.observe(Self.key) { receivedSoon.append($0.newValue) }
    late.refresh()
    #expect(try await receivedLate.elements(atLeast: 1) == [7])
    try soon.set(8, forKey: Self.key)
    _ = try late.write(9, to: live, origin: .local)
    _ = try soon.write(10, to: soon.liveValue(forKey: Self.key), origin: .local)
    try folder.write(#"{"com.example.timer": {"Length": 10}}"#, to: "x.json")
    #expect(try await receivedLate.elements(atLeast: 4) == [7, 8, 9, 10])
    #expect(try await receivedSoon.elements(atLeast: 3) == [8, 9, 10])
    #expect(live.snapshot?.value == 10)
    late.removeObserver(lateToken)
    soon.removeObserver(soonToken)
  }
}
