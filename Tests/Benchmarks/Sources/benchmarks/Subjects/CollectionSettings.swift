import Foundation
import Observation
import TypedSettings

@SettingsGroup(domain: "com.example.benchmarks.collections")
final class CollectionSettings {
  @Pref var list: [Int] = []
  @Pref var table: [String: Int] = [:]
  @Pref var members: Set<String> = []

  /// A group with collections of a number of elements.
  static func filled(with count: Int, in store: any SettingsStore) -> CollectionSettings {
    let settings = opaque { CollectionSettings.make(alternateStore: store) }
    settings.list = Array(0..<count)
    settings.table = Dictionary(uniqueKeysWithValues: (0..<count).map { ("entry \($0)", $0) })
    settings.members = Set((0..<count).map { "member \($0)" })
    return settings
  }
}

@Observable
final class ObservableCollections {
  var list: [Int]
  var table: [String: Int]
  var members: Set<String>

  init(count: Int) {
    list = Array(0..<count)
    table = Dictionary(uniqueKeysWithValues: (0..<count).map { ("entry \($0)", $0) })
    members = Set((0..<count).map { "member \($0)" })
  }
}
