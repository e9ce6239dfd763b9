import Testing

@testable import TypedSettings

@Suite struct KeyCollisionTests {
  private func record<Value: SettingsValueConvertible>(_ value: Value, in store: any SettingsStore) -> SettingRecord<
    Value
  > {
    makeRecord(in: store, default: value)
  }

  /// The stores whose settings share the value of a key.
  enum Place: CaseIterable {
    case memory, file, layers

    func make(_ folder: TemporaryFolder) -> any SettingsStore {
      switch self {
      case .memory: InMemorySettingsStore()
      case .file: FileSettingsStore(file: folder.file("settings.json"))
      case .layers: LayeredSettingsStore([.writable("user", InMemorySettingsStore())])
      }
    }
  }

  @Test(arguments: Place.allCases) func `a key shared by settings of different types is reported`(_ place: Place) throws
  {
    let store = place.make(try TemporaryFolder())
    let first = record(1, in: store)
    let reported = reports { withExtendedLifetime(record("text", in: store)) {} }
    #expect(reported.map(\.code) == [.keyCollision])
    #expect(reported.first?.key == testKey)
    #expect(reported.first?.found.contains("'String'") == true)
    withExtendedLifetime(first) {}
  }

  @Test(arguments: Place.allCases) func `two settings of one type may share a key`(_ place: Place) throws {
    let store = place.make(try TemporaryFolder())
    let reported = reports {
      let (first, second) = (record(1, in: store), record(2, in: store))
      first.value = 5
      #expect(second.value == 5)
    }
    #expect(reported.isEmpty)
  }
}
