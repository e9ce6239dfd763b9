#if canImport(Darwin) || UserDefaults
  import Foundation
  import Testing
  import TypedSettings

  struct PropertyListCopyTests {
    private static let key = SettingsKey(domain: "com.example.layout", name: "Layout")

    private func record<Object: __PropertyListClass>(
      _ defaultObject: Object, in store: InMemorySettingsStore
    ) -> SettingRecord<PropertyListCopy<Object>> {
      PreferenceContext.$store.withValue(store) {
        SettingRecord(
          name: "layout", key: Self.key, default: PropertyListCopy(default: defaultObject), coding: .automatic)
      }
    }

    @Test func `a dictionary round-trips as its contents`() {
      let store = InMemorySettingsStore()
      let layout = record(["columns": 2] as NSDictionary, in: store)
      #expect(layout.object() == ["columns": 2] as NSDictionary)
      let object: NSDictionary = ["columns": 3, "rows": ["a", 1.5, true] as NSArray, "inner": ["x": Data([1])]]
      layout.setObject(object)
      #expect(
        store.value(forKey: Self.key) == ["columns": 3, "rows": ["a", 1.5, true], "inner": ["x": ["$data": "AQ=="]]])
      #expect(layout.object() == object)
    }

    @Test func `every property list class round-trips`() throws {
      func check<Object: __PropertyListClass>(_ object: Object, _ value: SettingsValue) throws
      where Object.Immutable == Object {
        let copy = try PropertyListCopy(object)
        #expect(copy.settingsValue == value)
        #expect(try PropertyListCopy(copy.object).settingsValue == value)
      }
      try check([1, "a", [2.5]] as NSArray, [1, "a", [2.5]])
      try check(["a": 1, "b": ["c": true]] as NSDictionary, ["a": 1, "b": ["c": true]])
      try check("text" as NSString, "text")
      try check(NSData(data: Data([1, 2])), .data(Data([1, 2])))
      try check(NSNumber(value: 1), 1)
      try check(NSNumber(value: 1.5), 1.5)
      try check(NSNumber(value: 1.0), 1.0)
      try check(NSNumber(value: true), true)
      try check(NSNumber(value: UInt64.max), .unsigned(.max))
      try check(NSDate(timeIntervalSinceReferenceDate: 1.5), .date(Date(timeIntervalSinceReferenceDate: 1.5)))
    }

    @Test func `a value that is not a property list is refused`() {
      #expect(throws: SettingsError.self) { try PropertyListCopy<NSDictionary>(settingsValue: [1]) }
      #expect(throws: SettingsError.self) { try PropertyListCopy<NSNumber>(settingsValue: "1") }
    }
  }
#endif
