import Testing
import TypedSettings

@Suite struct TransientSettingTests {
  private let store = InMemorySettingsStore()

  private func makeSearch(in store: any SettingsStore) -> SettingRecord<String> {
    PreferenceContext.$store.withValue(store) {
      SettingRecord(
        name: "search", key: exchangeKey("search"), default: "",
        coding: .automatic.wrapped(in: Transient<String>.self))
    }
  }

  @Test func `instances on one store share the value`() {
    let one = makeSearch(in: store)
    let other = makeSearch(in: store)
    one.value = "abc"
    #expect(other.value == "abc")
  }

  @Test func `instances on different stores have separate values`() {
    let one = makeSearch(in: store)
    one.value = "abc"
    #expect(makeSearch(in: InMemorySettingsStore()).value == "")
  }

  @Test func `a transient value does not reach the store`() {
    let search = makeSearch(in: store)
    search.value = "abc"
    #expect(store.keys(inDomain: exchangeDomain) == [])
  }

  @Test func `a transient setting can be found by its trait`() {
    let search = makeSearch(in: store)
    #expect(AnyGroup([search]).settings(withTraits: .transient).count == 1)
  }

  @Test func `a setting with the trait is transient`() {
    let search = PreferenceContext.$store.withValue(store) { AnyGroup.record("search", "", traits: .transient) }
    search.value = "abc"
    #expect(search.value == "abc")
    #expect(store.value(forKey: search.key) == nil)
  }

  @Test func `a transient setting is not exported`() throws {
    let search = makeSearch(in: store)
    search.value = "abc"
    let text = String(decoding: try AnyGroup([search]).export(), as: UTF8.self)
    #expect(!text.contains("abc"))
  }

  @Test func `an import lists a transient setting as skipped`() throws {
    let report = try AnyGroup([makeSearch(in: store)]).import(exchangeDocument("\"search\": \"abc\""))
    #expect(report.differences.map(\.summary) == ["transient"])
  }

  @Test func `a draft isolates a transient setting until it is applied`() throws {
    let search = makeSearch(in: store)
    let draft = SettingsDraft(of: AnyGroup([search])) { AnyGroup([makeSearch(in: PreferenceContext.store)]) }
    let drafted = try #require(draft.settings.records.first as? SettingRecord<String>)
    drafted.value = "abc"
    #expect(search.value == "")
    try draft.apply()
    #expect(search.value == "abc")
    #expect(store.keys(inDomain: exchangeDomain) == [])
  }

  @Test func `a transient setting on a read-only store can be set`() throws {
    let search = makeSearch(in: RefusingStore(refusing: "search"))
    try search.set("abc")
    #expect(search.value == "abc")
  }

  @Test func `transient values are released with their store`() {
    var short: InMemorySettingsStore? = InMemorySettingsStore()
    weak var values: AnyObject?
    if let short {
      let search = makeSearch(in: short)
      search.value = "abc"
      values = search.store
    }
    short = nil
    // Using another store releases the values.
    _ = makeSearch(in: InMemorySettingsStore()).store
    #expect(values == nil)
  }
}
