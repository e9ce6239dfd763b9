import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsSync

/// The default place of the state of synchronization.
@Suite struct StatePlaceTests {
  /// Returns a group with one setting.
  private func group(_ domain: String, in store: any SettingsStore) -> TestGroup {
    PreferenceContext.$store.withValue(store) {
      let setting = SettingRecord<Int>(
        name: "x", key: SettingsKey(domain: domain, name: "X"), default: 0, traits: .watchSync, coding: .automatic)
      return TestGroup([setting])
    }
  }

  private func path(of groups: [TestGroup], including included: [any Setting] = []) -> String? {
    SyncedSettings(of: groups, traits: .watchSync, including: included, rules: .all).storage(at: nil).path
  }

  /// Returns a store in a file that doesn't exist.
  private func fileStore() -> FileSettingsStore {
    FileSettingsStore(file: FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json"))
  }

  @Test(arguments: [true, false])
  func `a group that a later version adds doesn't move the state`(_ isInFile: Bool) throws {
    func store() -> any SettingsStore { isInFile ? fileStore() : RecoveringStore() }
    let (first, added) = (group("z", in: store()), group("a", in: store()))
    let place = try #require(path(of: [first]))
    #expect(path(of: [first, added]) == place)
  }

  @Test func `a group in a file that a later version adds doesn't move the state of one that isn't in a file`() throws {
    let (first, added) = (group("z", in: RecoveringStore()), group("a", in: fileStore()))
    let place = try #require(path(of: [first]))
    #expect(path(of: [first, added]) == place)
  }

  @Test func `a setting that a later version names doesn't move the state`() throws {
    let (named, others) = (group("a", in: RecoveringStore()), group("z", in: fileStore()))
    let both = TestGroup(named.settings + others.settings)
    let place = try #require(path(of: [others]))
    #expect(path(of: [both], including: named.settings) == place)
  }
}
