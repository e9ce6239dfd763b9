import Foundation
import TypedSettings

/// Reads and writes in stores that are composed of others, beside those of the store that holds the values.
func measureCompositions(_ suite: Suite) {
  func group(_ make: @escaping (any SettingsStore) -> any SettingsStore) -> MeasuredSettings {
    opaque { MeasuredSettings.make(alternateStore: make(InMemorySettingsStore())) }
  }
  let groups: [(name: String, settings: MeasuredSettings)] = [
    ("memory", group { $0 }),
    ("SwitchableSettingsStore", group { SwitchableSettingsStore($0) }),
    ("RoutingSettingsStore", group { RoutingSettingsStore([], default: $0) }),
    ("LayeredSettingsStore", group { LayeredSettingsStore([.writable("user", $0)]) }),
    ("WrappingSettingsStore", group { PlainWrapper($0) }),
  ]
  suite.compare("cached read of Int through a composition") {
    groups.map { name, settings in
      Contestant(name, against: "memory") { for _ in 0..<$0 { sink(settings.count) } }
    }
  }
  suite.compare("changing write of Int through a composition") {
    groups.map { name, settings in
      Contestant(name, against: "memory") { for number in 0..<$0 { settings.count = sunk(number) } }
    }
  }
  suite.compare("changing write of Int to a file through a composition", clock: .wall) {
    let folder = FileManager.default.temporaryDirectory
    func inFile(_ make: (any SettingsStore) -> any SettingsStore) -> MeasuredSettings {
      let file = FileSettingsStore(file: folder.appending(path: "benchmarks-\(UUID().uuidString).json"))
      return MeasuredSettings.make(alternateStore: make(file))
    }
    let (file, switchable) = (inFile { $0 }, inFile { SwitchableSettingsStore($0) })
    return [
      Contestant("file") { for number in 0..<$0 { file.count = sunk(number) } },
      Contestant("SwitchableSettingsStore", against: "file") {
        for number in 0..<$0 { switchable.count = sunk(number) }
      },
    ]
  }
  suite.compare("switch between two stores in memory, for a group") {
    let stores = [InMemorySettingsStore(), InMemorySettingsStore()]
    let store = SwitchableSettingsStore(stores[0])
    let settings = MeasuredSettings.make(alternateStore: store)
    sink(settings.count)
    return [
      Contestant("SwitchableSettingsStore") {
        for number in 0..<$0 { required { try store.switch(to: stores[number % 2]) } }
        sink(settings.count)
      }
    ]
  }
}

/// A store that changes nothing of what another one does.
private final class PlainWrapper: WrappingSettingsStore {
  let base: any SettingsStore

  init(_ base: any SettingsStore) { self.base = base }

  func wrapping(_ store: any SettingsStore) -> any SettingsStore { PlainWrapper(store) }
}
