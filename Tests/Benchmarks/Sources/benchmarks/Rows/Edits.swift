import Dispatch
import Foundation
import TypedSettings

/// Edits in place, and assignments of types other than numbers.
func measureEdits(_ suite: Suite) {
  let observable = opaque { ObservableProperties() }
  let settings = MeasuredSettings.opaque()
  let folder = FileManager.default.temporaryDirectory.appending(path: "benchmarks-\(UUID().uuidString)")
  defer { removeFolder(folder) }
  required { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
  let file = MeasuredSettings.inFile(folder.appending(path: "settings.json"))
  let texts = ["a string of more than fifteen bytes", "another string of more than fifteen bytes"]
  let themes = [Theme.light, .dark]

  suite.compare("count += 1") {
    [
      Contestant("@Observable") { for _ in 0..<$0 { observable.count &+= sunk(1) } },
      Contestant("@Pref", targets: .amount(150)) { for _ in 0..<$0 { settings.count &+= sunk(1) } },
      Contestant("@Pref, FileSettingsStore", targets: .amount(2_200)) {
        for _ in 0..<$0 { file.count &+= sunk(1) }
      },
    ]
  }
  suite.compare("update { $0 += 1 }") {
    [
      Contestant("@Pref", targets: .amount(200)) {
        for _ in 0..<$0 { required { try settings.$count.update { $0 &+= sunk(1) } } }
      },
      Contestant("@Pref, FileSettingsStore", targets: .amount(2_500)) {
        for _ in 0..<$0 { required { try file.$count.update { $0 &+= sunk(1) } } }
      },
    ]
  }
  suite.compare("changing write of String") {
    [
      Contestant("@Observable") { for number in 0..<$0 { observable.title = sunk(texts[number & 1]) } },
      Contestant("@Pref", targets: .ratio(1)) { for number in 0..<$0 { settings.title = sunk(texts[number & 1]) } },
      Contestant("@Pref, FileSettingsStore") { for number in 0..<$0 { file.title = sunk(texts[number & 1]) } },
    ]
  }
  suite.compare("changing write of an enum of String") {
    [
      Contestant("@Observable") { for number in 0..<$0 { observable.theme = sunk(themes[number & 1]) } },
      Contestant("@Pref", targets: .ratio(1)) { for number in 0..<$0 { settings.theme = sunk(themes[number & 1]) } },
      Contestant("@Pref, FileSettingsStore") { for number in 0..<$0 { file.theme = sunk(themes[number & 1]) } },
    ]
  }
  suite.compare("changing write of a struct of four Int") {
    [
      Contestant("@Observable") { for number in 0..<$0 { observable.frame = WindowFrame(x: sunk(number)) } },
      Contestant("@Pref", targets: .amount(900)) {
        for number in 0..<$0 { settings.frame = WindowFrame(x: sunk(number)) }
      },
      Contestant("@Pref, FileSettingsStore", targets: .amount(3_200)) {
        for number in 0..<$0 { file.frame = WindowFrame(x: sunk(number)) }
      },
    ]
  }
  suite.compare("edit of a property of a struct of four Int") {
    [
      Contestant("@Observable") { for number in 0..<$0 { observable.frame.x = sunk(number) } },
      Contestant("@Pref", targets: .amount(1_000)) { for number in 0..<$0 { settings.frame.x = sunk(number) } },
      Contestant("@Pref, FileSettingsStore", targets: .amount(3_300)) {
        for number in 0..<$0 { file.frame.x = sunk(number) }
      },
    ]
  }
}

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

private func removeFolder(_ folder: URL) {
  // A folder that stays is in the system's temporary folder.
  try? FileManager.default.removeItem(at: folder)
}

/// Inserts an element in turn with its removal, so that every call changes the set.
private func change(_ members: inout Set<String>, isInsertion: Bool) {
  if isInsertion { members.insert("member") } else { members.remove("member") }
}

/// Several changes as one step.
func measureSteps(_ suite: Suite) {
  let settings = opaque { TenSettings.testSettings() }
  suite.compare("transaction of settings in a group of 10") {
    [
      Contestant("one", targets: .amount(4_000)) {
        for number in 0..<$0 { required { try settings.transaction { $0.setting0 = sunk(number) } } }
      },
      Contestant("three", targets: .amount(5_000)) {
        for number in 0..<$0 {
          required {
            try settings.transaction {
              $0.setting0 = sunk(number)
              $0.setting4 = number
              $0.setting9 = number
            }
          }
        }
      },
    ]
  }
  suite.compare("draft of a group of 10, with three changes that are applied") {
    [
      Contestant("@Pref", targets: .amount(6_000)) {
        for number in 0..<$0 {
          let draft = settings.draft()
          draft.setting0 = sunk(number)
          draft.setting4 = number
          draft.setting9 = number
          required { try draft.apply() }
        }
      }
    ]
  }
  let measured = MeasuredSettings.opaque()
  measured.frame = WindowFrame(x: 1)
  suite.compare("questions about a setting") {
    [
      Contestant("isSet", targets: .amount(30)) { for _ in 0..<$0 { sink(measured.$count.isSet) } },
      Contestant("encodedValue of a struct", targets: .amount(300)) {
        for _ in 0..<$0 { sink(measured.$frame.encodedValue) }
      },
    ]
  }
}

/// Operations of two threads at once; each does the given number of them, so one that scales takes no longer.
func measureThreads(_ suite: Suite) {
  let observable = opaque { ObservableProperties() }
  let dictionary = opaque { LockedDictionary() }
  let settings = MeasuredSettings.opaque()
  settings.count = 7

  for threads in [1, 2] {
    suite.compare("read of Int by \(threads) threads at once", clock: .wall) {
      [
        Contestant("@Observable") { inThreads(threads, $0) { for _ in 0..<$0 { sink(observable.count) } } },
        Contestant("[String: Any] and Mutex") {
          inThreads(threads, $0) { for _ in 0..<$0 { sink(dictionary.value("count", as: Int.self)) } }
        },
        Contestant("@Pref", targets: .ratio(1)) {
          inThreads(threads, $0) { for _ in 0..<$0 { sink(settings.count) } }
        },
      ]
    }
    suite.compare("read of a String that isn't set by \(threads) threads at once", clock: .wall) {
      [
        Contestant("@Observable") { inThreads(threads, $0) { for _ in 0..<$0 { use(observable.title) } } },
        Contestant("@Pref", targets: .ratio(1)) {
          inThreads(threads, $0) { for _ in 0..<$0 { use(settings.title) } }
        },
      ]
    }
  }
}

private func inThreads(_ threads: Int, _ count: Int, _ work: @escaping (Int) -> Void) {
  // Each thread reads, and the subjects are thread-safe or aren't written meanwhile.
  nonisolated(unsafe) let work = work
  DispatchQueue.concurrentPerform(iterations: threads) { _ in work(count) }
}
