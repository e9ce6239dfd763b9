import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

/// The first value of a domain and the version, which are stored together or not at all.
struct FirstWriteTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The ways to store the first value, which is a length of 90.
  enum Storing: CaseIterable {
    case assignment, set, update, editInPlace, encodedValue, throwingUpdate
    case transaction, transactionAfterReset, draft, draftAfterRevert, draftOverwriting, nestedDraft
    case importing, importingIntoDraft

    func run(_ alarm: Alarm) throws {
      switch self {
      case .assignment: alarm.length.value = 90
      case .set: try alarm.length.set(90)
      case .update: try alarm.length.update { $0 = 90 }
      case .editInPlace: alarm.length.value += 30
      case .encodedValue: try alarm.length.setEncodedValue(90)
      case .throwingUpdate:
        try alarm.length.update { length in
          if length > 100 { throw SomeError() }
          length = 90
        }
      case .transaction: try alarm.transaction { $0.length.value = 90 }
      case .transactionAfterReset:
        try alarm.transaction {
          $0.isLoud.value = true
          $0.isLoud.reset()
          $0.length.value = 90
        }
      case .draft:
        let draft = alarm.draft()
        draft.settings.length.value = 90
        try draft.apply()
      case .draftAfterRevert:
        let draft = alarm.draft()
        draft.settings.length.value = 30
        draft.revert()
        try draft.apply()
        draft.settings.length.value = 90
        try draft.apply()
      case .draftOverwriting:
        let draft = alarm.draft()
        draft.settings.length.value = 90
        draft.settings.isLoud.value = true
        draft.settings.isLoud.value = false
        draft.settings.isLoud.reset()
        try draft.apply(.overwrite)
      case .nestedDraft:
        let draft = alarm.draft()
        try draft.settings.transaction { $0.length.value = 90 }
        try draft.apply()
      case .importing, .importingIntoDraft:
        let other = Alarm.testSettings()
        other.length.value = 90
        if self == .importing {
          try alarm.import(other.export())
        } else {
          let draft = alarm.draft()
          try draft.settings.import(other.export())
          try draft.apply()
        }
      }
    }
  }

  @Test(arguments: VersionedStore.Kind.allCases, Storing.allCases)
  func `every way to store the first value stores the version with it`(
    kind: VersionedStore.Kind, way: Storing
  ) throws {
    let store = VersionedStore(kind, in: folder)
    let alarm = Alarm.make(alternateStore: store.store)
    // What an observer of one key finds under the other one.
    let seen = Log<[SettingsValue?]>()
    let names = [Alarm.version, Alarm.key("Length")]
    let tokens = names.map { name in
      store.values.observe(name) { [values = store.values] _ in seen.append(names.map { values.value(forKey: $0) }) }
    }
    defer { for token in tokens { store.values.removeObserver(token) } }
    try way.run(alarm)
    #expect(alarm.length.value == 90)
    #expect(store.contents == ["$version": 2, "Length": 90])
    #expect(store.restarted().length.value == 90)
    if kind.hasBatches { #expect(Set(seen.elements) == [[2, 90]]) }
  }

  @Test(arguments: VersionedStore.Kind.allCases)
  func `the value of an older name that moves to the key stores the version with it`(
    kind: VersionedStore.Kind
  ) throws {
    let store = VersionedStore(kind, in: folder)
    let alarm = Alarm.make(alternateStore: store.store)
    // A part of a program without versions has stored it.
    try store.values.set("early", forKey: Alarm.key("Name"))
    #expect(alarm.title.value == "early")
    #expect(alarm.migrate().map(\.name) == ["title"])
    #expect(store.contents == ["$version": 2, "Title": "early"])
    #expect(alarm.title.value == "early")
  }

  /// Actions that store no value.
  enum Idle: CaseIterable {
    case reading, reset, resetAll, update, equalEdit, refusedAssignment, migrate
    case emptyTransaction, resetTransaction, revertedTransaction, failingTransaction, refusedTransaction, brokenRule
    case emptyDraft, resetDraft, revertedDraft, overwritingDraft, refusedDraft, importing

    func run(_ alarm: Alarm) throws {
      switch self {
      case .reading: _ = (alarm.length.value, alarm.title.isSet)
      case .reset: alarm.length.reset()
      case .resetAll: alarm.resetAll()
      case .update: try alarm.length.update { _ in }
      case .equalEdit: alarm.length.value += 0
      case .refusedAssignment: alarm.title.value = String(repeating: "x", count: 20)
      case .migrate: alarm.migrate()
      case .emptyTransaction: try alarm.transaction { _ = $0.length.value }
      case .resetTransaction: try alarm.transaction { $0.length.reset() }
      case .revertedTransaction:
        try alarm.transaction {
          $0.length.value = 30
          $0.length.reset()
          $0.title.reset()
        }
      case .failingTransaction:
        try fails {
          try alarm.transaction {
            $0.length.value = 30
            throw SomeError()
          }
        }
      case .refusedTransaction:
        try fails { try alarm.transaction { $0.title.value = String(repeating: "x", count: 20) } }
      case .brokenRule:
        try fails {
          try alarm.transaction {
            $0.length.value = 3_000
            $0.isLoud.value = true
          }
        }
      case .emptyDraft: try alarm.draft().apply()
      case .resetDraft, .overwritingDraft:
        let draft = alarm.draft()
        draft.settings.length.reset()
        try draft.apply(self == .resetDraft ? .refuse : .overwrite)
      case .revertedDraft:
        let draft = alarm.draft()
        draft.settings.length.value = 30
        draft.settings.length.reset()
        try draft.apply()
      case .refusedDraft:
        let draft = alarm.draft()
        draft.settings.length.value = 30
        draft.settings.title.value = String(repeating: "x", count: 20)
        try fails { try draft.apply() }
      case .importing: try alarm.import(Alarm.testSettings().export())
      }
    }

    private func fails(_ body: () throws -> Void) throws {
      do { try body() } catch { return }
      throw SomeError()
    }
  }

  @Test(arguments: VersionedStore.Kind.allCases, Idle.allCases)
  func `what stores no value stores no version, and the next value does`(kind: VersionedStore.Kind, action: Idle) throws
  {
    let store = VersionedStore(kind, in: folder)
    let alarm = Alarm.make(alternateStore: store.store)
    _ = try reports { try action.run(alarm) }
    #expect(store.contents == [:])
    if kind.isInFile { #expect(try folder.names == []) }
    try alarm.length.set(90)
    #expect(store.contents == ["$version": 2, "Length": 90])
    #expect(store.restarted().length.value == 90)
  }

  @Test(arguments: VersionedStore.Kind.allCases)
  func `a draft whose change was stored elsewhere meanwhile confirms no version`(kind: VersionedStore.Kind) throws {
    let store = VersionedStore(kind, in: folder)
    let alarm = Alarm.make(alternateStore: store.store)
    let draft = alarm.draft()
    draft.settings.isLoud.value = true
    // A part of a program without versions stores the same value.
    try store.values.set(true, forKey: Alarm.key("IsLoud"))
    try draft.apply()
    try alarm.length.set(90)
    #expect(store.contents == ["$version": 2, "IsLoud": true, "Length": 90])
  }

  // MARK: Values that are replaced

  @Test(arguments: VersionedStore.Kind.allCases.filter { $0.isInFile && $0 != .folder })
  func `values of another version that replace a file are migrated`(kind: VersionedStore.Kind) throws {
    let store = VersionedStore(kind, in: folder)
    let alarm = Alarm.make(alternateStore: store.store)
    try alarm.length.set(90)
    let file = try #require(store.values as? FileSettingsStore)
    for minutes in [3, 4] {
      // Otherwise, the changes in the journal are applied to the replaced document.
      try file.writeDocuments()
      try folder.replace(
        "settings.json", with: #"{"com.example.alarm": {"$version": 1, "Length": \#(minutes)}}"#)
      file.refresh()
      #expect(alarm.length.value == minutes * 60)
      #expect(store.contents == ["$version": 2, "Length": .integer(Int64(minutes * 60))])
    }
  }

  @Test(arguments: VersionedStore.Kind.allCases.filter { $0.isInFile && $0 != .folder })
  func `after an edit removes the version, the next value stores it`(kind: VersionedStore.Kind) throws {
    for document in ["{}", #"{"com.example.alarm": {}}"#, #"{"com.example.alarm": {"IsLoud": true}}"#] {
      let folder = try TemporaryFolder()
      let store = VersionedStore(kind, in: folder)
      let alarm = Alarm.make(alternateStore: store.store)
      try alarm.length.set(90)
      let file = try #require(store.values as? FileSettingsStore)
      try file.writeDocuments()
      try folder.replace("settings.json", with: document)
      file.refresh()
      #expect(alarm.length.value == 60)
      try alarm.length.set(90)
      #expect(store.contents["$version"] == 2)
      #expect(store.restarted().length.value == 90)
    }
  }

  @Test(arguments: VersionedStore.Kind.allCases)
  func `a version that is removed in memory is stored with the next value`(kind: VersionedStore.Kind) throws {
    let store = VersionedStore(kind, in: folder)
    let alarm = Alarm.make(alternateStore: store.store)
    try alarm.length.set(90)
    try store.values.set([Alarm.version: nil, Alarm.key("Length"): nil])
    #expect(alarm.length.value == 60)
    try alarm.length.set(90)
    #expect(store.contents == ["$version": 2, "Length": 90])
  }

  // MARK: Two versions of a program

  @Test(arguments: VersionedStore.Kind.allCases, [false, true])
  func `the first value of an older version is migrated by a newer one`(
    kind: VersionedStore.Kind, inTransaction: Bool
  ) throws {
    let store = VersionedStore(kind, in: folder)
    let newer = Alarm.make(alternateStore: store.store)
    let older = OlderAlarm.make(alternateStore: store.store)
    #expect(newer.length.value == 60)
    let reported = try reports {
      if inTransaction { try older.transaction { $0.length.value = 2 } } else { try older.length.set(2) }
    }
    #expect(newer.length.value == 120)
    #expect(store.contents == ["$version": 2, "Length": 120])
    #expect(reported.map(\.code) == [.newerVersion])
  }

  // MARK: Failed writes

  @Test(arguments: [Storing.assignment, .update, .transaction, .draft, .importing])
  func `a first write that the store refuses leaves nothing behind`(way: Storing) throws {
    for refused in ["Length", "$version"] {
      let base = InMemorySettingsStore()
      let alarm = Alarm.make(alternateStore: RefusingStore(base, refusing: refused))
      var isRefused = false
      let reported = reports { do { try way.run(alarm) } catch { isRefused = true } }
      #expect(isRefused || reported.map(\.code) == [.storeFailed])
      #expect(base.keys(inDomain: Alarm.domain) == [])
      #expect(alarm.length.value == 60)
    }
  }

  @Test(arguments: Storing.allCases)
  func `a first write that fails is repeated with the version`(way: Storing) throws {
    let base = InMemorySettingsStore()
    let store = FaultInjectingSettingsStore(base)
    let alarm = Alarm.make(alternateStore: store)
    store.failWrites(with: SomeError())
    _ = reports { do { try way.run(alarm) } catch {} }
    #expect(base.keys(inDomain: Alarm.domain) == [])
    store.succeed()
    try way.run(alarm)
    #expect(base.value(forKey: Alarm.version) == 2)
    #expect(base.value(forKey: Alarm.key("Length")) == 90)
  }

  @Test func `a transaction that fails in its second store removes the version from the first`() throws {
    let (first, second) = (InMemorySettingsStore(), FaultInjectingSettingsStore())
    second.failWrites(with: SomeError())
    let makers: @Sendable () -> AnyGroup = {
      AnyGroup([
        PreferenceContext.$store.withValue(first) { AnyGroup.record("a", 0, version: 1) },
        PreferenceContext.$store.withValue(second) { AnyGroup.record("b", 0, version: 1) },
      ])
    }
    let group = makers()
    #expect(throws: SettingsError.self) { try group.import(exchangeDocument(#""a": 1, "b": 2"#)) }
    #expect(first.keys(inDomain: exchangeDomain) == [])
    second.succeed()
    try group.import(exchangeDocument(#""a": 1, "b": 2"#))
    #expect(first.value(forKey: SettingsMigration.versionKey(inDomain: exchangeDomain)) == 1)
    #expect(second.value(forKey: SettingsMigration.versionKey(inDomain: exchangeDomain)) == 1)
  }
}
