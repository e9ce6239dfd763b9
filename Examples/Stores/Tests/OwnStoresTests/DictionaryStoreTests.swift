import OwnStores
import Testing
import TypedSettings
import TypedSettingsTesting

struct DictionaryStoreTests {
  @Test func `a store of four methods meets the requirements`() throws {
    try verifySettingsStore { DictionaryStore() }
  }

  @Test func `a setting is stored under its key`() {
    let store = DictionaryStore()
    AccountSettings.make(alternateStore: store).sessionLength = 50
    #expect(store.value(forKey: lengthKey) == 50)
  }

  @Test func `a setting follows the store`() {
    let store = DictionaryStore()
    let settings = AccountSettings.make(alternateStore: store)
    settings.sessionLength = 50
    store.set(60, forKey: lengthKey)
    #expect(settings.sessionLength == 60)
  }
}
