import Foundation
import TypedSettings

/// Edits of one element of a collection; their cost may grow only with the elements.
func measureCollections(_ suite: Suite) {
  let kinds = ["one element of a list of", "one entry of a table of", "insertion into a set of"]
  for count in [100, 1_000, 10_000] where kinds.contains(where: { suite.options.includes("\($0) \(count)") }) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "benchmarks-\(UUID().uuidString)")
    defer { removeFolder(folder) }
    required { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
    let store = FileSettingsStore(file: folder.appending(path: "settings.json"))
    let subjects = [
      ("@Pref", CollectionSettings.filled(with: count, in: InMemorySettingsStore())),
      ("@Pref, FileSettingsStore", CollectionSettings.filled(with: count, in: store)),
    ]
    let observable = opaque { ObservableCollections(count: count) }
    suite.compare("\(kinds[0]) \(count)") {
      [Contestant("@Observable") { for number in 0..<$0 { observable.list[count / 2] = sunk(number) } }]
        + subjects.map { name, settings in
          Contestant(name, targets: name == "@Pref" ? [.amount(8 * Double(count))] : []) {
            for number in 0..<$0 { settings.list[count / 2] = sunk(number) }
          }
        }
    }
    suite.compare("\(kinds[1]) \(count)") {
      [Contestant("@Observable") { for number in 0..<$0 { observable.table["entry 7"] = sunk(number) } }]
        + subjects.map { name, settings in
          Contestant(name, targets: name == "@Pref" ? [.amount(30 * Double(count))] : []) {
            for number in 0..<$0 { settings.table["entry 7"] = sunk(number) }
          }
        }
    }
    suite.compare("\(kinds[2]) \(count)") {
      [
        Contestant("@Observable") {
          for number in 0..<$0 { change(&observable.members, isInsertion: number & 1 == 0) }
        }
      ]
        + subjects.map { name, settings in
          Contestant(name, targets: name == "@Pref" ? [.amount(60 * Double(count))] : []) {
            for number in 0..<$0 { change(&settings.members, isInsertion: number & 1 == 0) }
          }
        }
    }
  }
}

func removeFolder(_ folder: URL) {
  // A folder that stays is in the system's temporary folder.
  try? FileManager.default.removeItem(at: folder)
}

/// Inserts an element in turn with its removal, so that every call changes the set.
private func change(_ members: inout Set<String>, isInsertion: Bool) {
  if isInsertion { members.insert("member") } else { members.remove("member") }
}
