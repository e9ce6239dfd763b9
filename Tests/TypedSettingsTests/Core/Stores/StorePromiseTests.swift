import Testing
import TypedSettings
import TypedSettingsTesting

/// What `verifySettingsStore` returns of the promises of a store.
struct StorePromiseTests {
  private func promises(_ state: StorePromise.State, of store: @autoclosure () -> any SettingsStore) throws -> Set<
    String
  > {
    Set(try verifySettingsStore { store() }.filter { $0.state == state }.map(\.promise))
  }

  @Test func `a store in memory keeps every promise`() throws {
    #expect(try promises(.notOffered, of: InMemorySettingsStore()) == [])
    #expect(try promises(.broken, of: InMemorySettingsStore()) == [])
    #expect(try promises(.holds, of: InMemorySettingsStore()).count > 25)
  }

  @Test func `a store of four methods leaves out what it need not offer`() throws {
    let expected: Set = [
      "exactly the keys with values are listed", "revisions are drawn by the changes, in order",
      "changes of keys in one domain are one step for all threads",
      "changes of keys in several domains are one step for all threads",
    ]
    #expect(try promises(.notOffered, of: DictionaryStore()) == expected)
  }

  @Test func `a wrapper promises what the wrapped store does`() throws {
    #expect(try promises(.notOffered, of: WrapperStore(InMemorySettingsStore())) == [])
    #expect(try promises(.notOffered, of: SwitchableSettingsStore(InMemorySettingsStore())) == [])
  }

  @Test func `a broken promise is returned as well as recorded`() throws {
    var broken: Set<String> = []
    withKnownIssue { broken = try promises(.broken, of: MistakenStore(.reportsOldValue)) }
    #expect(broken == StoreMistake.reportsOldValue.rules)
  }

  @Test func `a promise describes itself`() throws {
    let promises = try verifySettingsStore { DictionaryStore() }
    #expect(promises.map(\.description).contains("not offered: exactly the keys with values are listed"))
  }
}
