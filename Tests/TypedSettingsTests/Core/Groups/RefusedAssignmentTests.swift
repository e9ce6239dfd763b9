import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

/// A group whose settings can refuse a value in every possible way.
private final class Session: SettingsGroup, Sendable {
  struct Window: Codable, Sendable {
    var width = 200
  }

  let length = SettingRecord(
    name: "length", key: key("Length"), default: 25,
    coding: SettingCoding<Int>.automatic.validated(by: .range(1...60)))
  let pause = SettingRecord(name: "pause", key: key("Pause"), default: 5, coding: .automatic)
  let token = SettingRecord(name: "token", key: key("Token"), default: "", traits: [.secret], coding: .automatic)
  let title = SettingRecord(name: "title", key: key("Title"), default: "", coding: .automatic)
  let ratio = SettingRecord(
    name: "ratio", key: key("Ratio"), default: 0,
    coding: SettingCoding<Int>.converted(
      through: SettingCoding<Int>.automatic,
      encode: { value in
        if value < 0 { throw SomeError() }
        return value
      }, decode: { $0 }))
  let window = SettingRecord(
    name: "window", key: key("Window"), default: Window(),
    coding: SettingCoding<Window>.automatic.validated(by: .custom("must fit the screen") { $0.width <= 1000 }))

  static func key(_ name: String) -> SettingsKey { SettingsKey(domain: "com.example.session", name: name) }

  func enumerateSettings(into list: inout SettingsList) {
    for setting in [length, pause, ratio] { list.append(setting) }
    list.append(token)
    list.append(title)
    list.append(window)
  }
}

@Suite struct RefusedAssignmentTests {
  /// A reason for refusing an assignment.
  enum Refusal: CaseIterable {
    case rule, ruleInPlace, encoding, secret, locked, readOnly, tooLarge

    var code: SettingsError.Code {
      switch self {
      case .rule, .ruleInPlace: .invalid
      case .encoding: .unencodable
      case .secret: .secretRefused
      case .locked: .locked
      case .readOnly: .readOnly
      case .tooLarge: .tooLarge
      }
    }

    /// The store that refuses the assignment, and the one that would hold the values.
    fileprivate func makeStore() -> (store: any SettingsStore, values: InMemorySettingsStore) {
      let values = InMemorySettingsStore()
      return switch self {
      case .secret: (PlainTextStore(values), values)
      case .locked:
        (
          LayeredSettingsStore([
            .layer("managed", InMemorySettingsStore([Session.key("Title"): "theirs"])), .writable("user", values),
          ]), values
        )
      case .readOnly: (LayeredSettingsStore([.layer("only", values)]), values)
      default: (values, values)
      }
    }

    fileprivate func assign(in session: Session) {
      switch self {
      case .rule: session.length.value = 500
      case .ruleInPlace: session.length.value += 500
      case .encoding: session.ratio.value = -1
      case .secret: session.token.value = "hush"
      case .locked, .readOnly: session.title.value = "mine"
      case .tooLarge: session.title.value = String(repeating: "x", count: SettingsValue.maximumLength + 1)
      }
    }
  }

  @Test(arguments: Refusal.allCases) func `a refused assignment makes the transaction throw, and nothing is written`(
    _ refusal: Refusal
  ) throws {
    let (store, values) = refusal.makeStore()
    let session = makeSettings(in: store) { Session() }
    let reported = reports {
      let error = #expect(throws: SettingsError.self) {
        try SettingsDraft.transaction(of: session, make: { Session() }) { session in
          refusal.assign(in: session)
          if refusal != .readOnly { session.pause.value = 10 }
        }
      }
      #expect(error?.code == refusal.code)
      #expect(error?.reasons.count == 1)
    }
    #expect(reported.isEmpty)
    #expect(values.keys(inDomain: "com.example.session") == [])
    #expect(session.pause.value == 5)
  }

  @Test func `every refusal of a transaction is listed`() throws {
    let (store, values) = Refusal.locked.makeStore()
    let session = makeSettings(in: store) { Session() }
    let error = try #require(throws: SettingsError.self) {
      try SettingsDraft.transaction(of: session, make: { Session() }) { session in
        session.length.value = 500
        session.pause.value = 10
        session.title.value = "mine"
        session.ratio.value = -1
      }
    }
    #expect(error.code == .refused)
    #expect(error.reasons.map(\.code) == [.invalid, .locked, .unencodable])
    #expect(error.reasons.map(\.key) == ["Length", "Title", "Ratio"].map(Session.key))
    #expect(error.description.contains("3 refusals in a transaction"))
    #expect(values.keys(inDomain: "com.example.session") == [])
  }

  @Test func `a later value in a transaction does not undo a refusal`() {
    let session = makeSettings(in: InMemorySettingsStore()) { Session() }
    #expect(throws: SettingsError.self) {
      try SettingsDraft.transaction(of: session, make: { Session() }) { session in
        session.length.value = 500
        session.length.value = 50
      }
    }
    #expect(session.length.value == 25)
  }

  @Test func `an error that the body catches does not refuse the transaction`() throws {
    let session = makeSettings(in: InMemorySettingsStore()) { Session() }
    try SettingsDraft.transaction(of: session, make: { Session() }) { session in
      #expect(throws: SettingsError.self) { try session.length.set(500) }
      session.pause.value = 10
    }
    #expect(session.pause.value == 10)
  }

  @Test(arguments: Refusal.allCases)
  func `a refused assignment in a draft is reported, and thrown when the draft is applied`(
    _ refusal: Refusal
  ) throws {
    let (store, values) = refusal.makeStore()
    let session = makeSettings(in: store) { Session() }
    let draft = SettingsDraft(of: session) { Session() }
    let reported = reports { refusal.assign(in: draft.settings) }
    #expect(reported.map(\.code) == [refusal.code])
    if refusal != .readOnly { draft.settings.pause.value = 10 }
    #expect(draft.refusals.map(\.code) == [refusal.code])
    let error = #expect(throws: SettingsError.self) { try draft.apply() }
    #expect(error?.code == refusal.code)
    #expect(values.keys(inDomain: "com.example.session") == [])
    // Once the error was thrown, the other changes can be applied.
    try draft.apply()
    #expect(session.pause.value == (refusal == .readOnly ? 5 : 10))
  }

  @Test(arguments: [50, 25]) func `a later value in a draft clears a refusal`(_ value: Int) throws {
    let session = makeSettings(in: InMemorySettingsStore()) { Session() }
    let draft = SettingsDraft(of: session) { Session() }
    _ = reports { draft.settings.length.value = 500 }
    draft.settings.length.value = value
    #expect(draft.refusals.isEmpty)
    try draft.apply()
    #expect(session.length.value == value)
  }

  /// A way to write the stored value of a structure again.
  enum Rewrite: CaseIterable {
    case assignment, edit, update

    fileprivate func apply(to window: SettingRecord<Session.Window>, width: Int) throws {
      switch self {
      case .assignment: window.value = Session.Window(width: width)
      case .edit: window.value.width = width
      case .update: try window.update { $0.width = width }
      }
    }
  }

  @Test(arguments: Rewrite.allCases, [300, nil])
  func `the stored value of a structure, written again in a draft, clears a refusal`(
    _ rewrite: Rewrite, _ width: Int?
  ) throws {
    let store = InMemorySettingsStore()
    if let width { store.set(["width": .integer(Int64(width))], forKey: Session.key("Window")) }
    let session = makeSettings(in: store) { Session() }
    let draft = SettingsDraft(of: session) { Session() }
    _ = reports { draft.settings.window.value.width = 5000 }
    #expect(draft.refusals.map(\.code) == [.invalid])
    try rewrite.apply(to: draft.settings.window, width: width ?? 200)
    #expect(draft.refusals.isEmpty)
    try draft.apply()
    #expect(session.window.value.width == width ?? 200)
  }

  @Test func `reverting a draft clears its refusals and its changes`() throws {
    let store = InMemorySettingsStore()
    let session = makeSettings(in: store) { Session() }
    let draft = SettingsDraft(of: session) { Session() }
    _ = reports { draft.settings.length.value = 500 }
    draft.settings.pause.value = 10
    #expect(draft.refusals.map(\.code) == [.invalid])
    draft.revert()
    #expect(draft.refusals.isEmpty)
    #expect((draft.settings.length.value, draft.settings.pause.value) == (25, 5))
    draft.settings.length.value = 50
    try draft.apply()
    #expect(store.keys(inDomain: "com.example.session") == [Session.key("Length")])
    #expect(session.length.value == 50)
  }

  @Test func `a transaction on a file that cannot be written throws like a single write`() throws {
    let folder = try TemporaryFolder()
    try Data("not a folder".utf8).write(to: folder.url.appending(path: "blocked"))
    let store = FileSettingsStore(file: folder.url.appending(path: "blocked/settings.json"))
    let session = makeSettings(in: store) { Session() }
    _ = reports {
      #expect(throws: SettingsError.self) { try session.pause.set(10) }
      #expect(throws: SettingsError.self) {
        try SettingsDraft.transaction(of: session, make: { Session() }) { $0.length.value = 50 }
      }
      #expect(session.length.value == 25)
    }
  }
}

/// A store that refuses secrets, as a plain-text store does.
private final class PlainTextStore: ForwardingStore {
  let base: InMemorySettingsStore

  init(_ base: InMemorySettingsStore) { self.base = base }

  func set(_ value: SettingsValue?, forKey key: SettingsKey) { base.set(value, forKey: key) }
  func refusal(forKey key: SettingsKey, traits: SettingsTrait) -> SettingsError? {
    traits.contains(.secret) ? .secretRefused(key, by: "a test", insteadUse: "another") : nil
  }
}
