import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

/// Stored values that differ in form from the value that is read, and operations that change nothing.
struct UntouchedValueTests {
  struct Size: Codable, Hashable, Sendable {
    var width = 1
    var height: Int? = 2
  }

  /// A stored value that isn't the encoded form of the value that is read.
  enum Form: CaseIterable {
    case absentProperty, absentRequiredProperty, olderForm, olderFormWithAbsence, packed, unknownProperty
    case unreadableProperty, unreadable

    var stored: SettingsValue {
      switch self {
      case .absentProperty: ["width": 3]
      case .absentRequiredProperty: ["height": 3]
      case .olderForm: ["width": "3", "height": 4]
      case .olderFormWithAbsence: ["width": "3"]
      case .packed: .string(#"{"width": 3, "height": 4}"#)
      case .unknownProperty: ["width": "3", "height": 4, "depth": 5]
      case .unreadableProperty: ["width": "wide", "height": 4]
      case .unreadable: 5
      }
    }

    /// A Boolean value that indicates whether all of the value can be read.
    var isReadable: Bool { self != .unreadableProperty && self != .unreadable }
  }

  /// An operation that leaves the value as it is.
  enum Operation: CaseIterable {
    case edit, wholeEdit, update, throwingUpdate, draftEdit

    func perform(on record: SettingRecord<Size>) throws {
      switch self {
      case .edit: record.value.width += 0
      case .wholeEdit: Self.touch(&record.value)
      case .update: try record.update { $0.width += 0 }
      case .throwingUpdate:
        try record.update { value in
          if value.width == 99 { throw SomeError() }
          value.width += 0
        }
      case .draftEdit:
        let make = { AnyGroup([SettingRecord(name: "size", key: testKey, default: Size(), coding: .automatic)]) }
        let draft = SettingsDraft(of: makeSettings(in: record.store, make), make: make)
        try (draft.settings.allSettings.first?.setting as? SettingRecord<Size>)?.update { $0.width += 0 }
        #expect(draft.changes.isEmpty)
        try draft.apply()
      }
    }

    private static func touch(_ size: inout Size) { size = Size(width: size.width, height: size.height) }
  }

  private func record(
    in store: any SettingsStore, coding: SettingCoding<Size> = .automatic
  ) -> SettingRecord<Size> {
    makeSettings(in: store) { SettingRecord(name: "size", key: testKey, default: Size(), coding: coding) }
  }

  @Test(arguments: Form.allCases, Operation.allCases)
  func `an edit that changes nothing writes nothing`(form: Form, operation: Operation) throws {
    let store = InMemorySettingsStore([testKey: form.stored])
    try quietly {
      for isRead in [false, true] {
        let record = record(in: store)
        if isRead { _ = record.value }
        let before = record.value
        try operation.perform(on: record)
        #expect(store.value(forKey: testKey) == form.stored)
        #expect(record.value == before)
      }
    }
  }

  @Test(arguments: Form.allCases, Operation.allCases)
  func `an edit that changes nothing in layers writes nothing`(form: Form, operation: Operation) throws {
    let (user, system) = (InMemorySettingsStore(), InMemorySettingsStore([testKey: form.stored]))
    try quietly {
      let record = record(in: LayeredSettingsStore([.writable("user", user), .layer("system", system)]))
      try operation.perform(on: record)
      #expect(user.value(forKey: testKey) == nil)
    }
  }

  @Test(arguments: Form.allCases)
  func `setting the encoded value changes nothing`(form: Form) throws {
    guard form.isReadable else { return }
    let store = InMemorySettingsStore([testKey: form.stored])
    let record = record(in: store)
    let before = record.value
    try record.setEncodedValue(try #require(record.encodedValue))
    #expect(record.value == before)
    #expect(store.value(forKey: testKey) == form.stored)
    try record.setEncodedValue(form.stored)
    #expect(record.value == before)
  }

  @Test(arguments: Form.allCases)
  func `the encoded value is that of the value`(form: Form) throws {
    try quietly {
      let record = record(in: InMemorySettingsStore([testKey: form.stored]))
      let encoded = try #require(record.encodedValue)
      let other = InMemorySettingsStore([testKey: encoded])
      let reader = makeSettings(in: other) {
        SettingRecord(name: "size", key: testKey, default: Size(width: 50, height: 60), coding: .automatic)
      }
      #expect(reader.value == record.value)
    }
  }

  // MARK: Migrating

  /// A setting whose rules change stored values.
  enum Ruled: CaseIterable {
    case clamped, wrapped

    var coding: SettingCoding<Int> {
      switch self {
      case .clamped: .automatic.validated(by: .range(0...10), policy: .clamp)
      case .wrapped: .automatic.wrapped(in: Clamped<Int>.self, config: 0...10)
      }
    }
  }

  @Test(arguments: Ruled.allCases, ["11", 11, 11.0] as [SettingsValue])
  func `migrating leaves a value alone that the rules change`(ruled: Ruled, stored: SettingsValue) throws {
    let store = InMemorySettingsStore([testKey: stored])
    try quietly {
      let record = makeSettings(in: store) {
        SettingRecord(name: "value", key: testKey, default: 5, coding: ruled.coding)
      }
      let issues = record.issues.count
      #expect(record.value == 10)
      let isMigrated = try record.migrate()
      #expect(!isMigrated)
      #expect(store.value(forKey: testKey) == stored)
      #expect(record.issues.count == issues)
      record.value = 10
      #expect(store.value(forKey: testKey) == 10)
    }
  }

  @Test(arguments: Ruled.allCases, [nil, 15] as [SettingsValue?])
  func `an edit that the rules undo stores nothing`(ruled: Ruled, stored: SettingsValue?) {
    let store = InMemorySettingsStore()
    store.set(stored, forKey: testKey)
    let record = makeSettings(in: store) {
      SettingRecord(name: "value", key: testKey, default: 10, coding: ruled.coding)
    }
    quietly {
      #expect(record.value == 10)
      record.value += 5
      #expect(record.value == 10)
    }
    #expect(store.value(forKey: testKey) == stored)
  }

  @Test func `migrating rewrites an older form that the rules allow`() throws {
    let store = InMemorySettingsStore([testKey: "9"])
    let record = makeSettings(in: store) {
      SettingRecord(name: "value", key: testKey, default: 5, coding: Ruled.clamped.coding)
    }
    #expect(try record.migrate())
    #expect(store.value(forKey: testKey) == 9)
  }
}
