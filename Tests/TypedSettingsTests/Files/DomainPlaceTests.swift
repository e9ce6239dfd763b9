import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore

/// Documents with null, or with a value of another kind, in the place of a domain.
struct DomainPlaceTests {
  private static let key = SettingsKey(domain: "d", name: "Length")
  private static let other = SettingsKey(domain: "e", name: "Length")
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Documents with a value in the place of the domain `d`, beside a domain `e` and comments.
  enum Layout: String, CaseIterable {
    case json = "x.json"
    case list = "x.plist"

    func document(_ value: String) -> String {
      switch self {
      case .json: "{ // head\n  \"d\": \(value), // about d\n  \"e\": { \"Length\": 1 }\n}\n"
      case .list:
        "<plist version=\"1.0\">\n<dict> <!-- head -->\n\t<key>d</key> \(value) <!-- about d -->\n\t"
          + "<key>e</key> <dict><key>Length</key><integer>1</integer></dict>\n</dict>\n</plist>\n"
      }
    }

    var null: String { self == .json ? "null" : "<string>$null</string>" }

    /// Values of another kind, each with a phrase for it.
    var others: [(text: String, kind: String)] {
      switch self {
      case .json:
        [("\"oops\"", "a string"), ("[]", "an array"), ("5", "an integer"), ("1e999", "a number out of range")]
      case .list: [("<string>oops</string>", "a string"), ("<array/>", "an array"), ("<true/>", "a boolean")]
      }
    }
  }

  private func record(_ store: any SettingsStore, _ key: SettingsKey = key) -> SettingRecord<Int> {
    makeSettings(in: store) { SettingRecord(name: "length", key: key, default: 25, coding: .automatic) }
  }

  @Test(arguments: Layout.allCases) func `null is a domain without settings`(layout: Layout) throws {
    try folder.write(layout.document(layout.null), to: layout.rawValue)
    let store = FileSettingsStore(file: folder.file(layout.rawValue))
    let reported = try reports {
      let record = record(store)
      #expect(record.value == 25)
      #expect(!record.isSet)
      #expect(store.isWritable(Self.key))
      #expect(store.writeError(forKey: Self.key) == nil)
      #expect(store.keys(inDomain: "d") == [])
      try record.set(50)
      try store.writeDocuments()
    }
    #expect(reported.isEmpty)
    let text = try folder.text(layout.rawValue)
    #expect(text.contains("head"))
    #expect(text.contains("about d"))
    let again = FileSettingsStore(file: folder.file(layout.rawValue))
    #expect(again.value(forKey: Self.key) == 50)
    #expect(again.value(forKey: Self.other) == 1)
  }

  @Test(arguments: Layout.allCases) func `null of a domain survives a save of another one`(layout: Layout) throws {
    try folder.write(layout.document(layout.null), to: layout.rawValue)
    let store = FileSettingsStore(file: folder.file(layout.rawValue))
    try store.set(2, forKey: Self.other)
    try store.writeDocuments()
    let text = layout.document(layout.null)
    let new =
      layout == .json ? text.replacing("\"Length\": 1", with: "\"Length\": 2") : text.replacing(">1<", with: ">2<")
    #expect(try folder.text(layout.rawValue) == new)
  }

  @Test func `null of a domain survives a binary property list`() throws {
    let list = try DocumentFormat.binaryPropertyList.bytes(of: ["d": .null, "e": ["Length": 1]])
    try Data(list).write(to: folder.file("x.plist"))
    let store = FileSettingsStore(file: folder.file("x.plist"))
    #expect(store.isWritable(Self.key))
    try store.set(3, forKey: Self.key)
    try store.writeDocuments()
    #expect(FileSettingsStore(file: folder.file("x.plist")).value(forKey: Self.key) == 3)
  }

  @Test(arguments: Layout.allCases)
  func `a value of another kind is reported with its place, and nothing can be written there`(layout: Layout) throws {
    for (number, (text, kind)) in layout.others.enumerated() {
      // A file of its own: the store of the one before may still be in use, and has reported the domain.
      let name = "\(number)-\(layout.rawValue)"
      try folder.write(layout.document(text), to: name)
      let store = FileSettingsStore(file: folder.file(name))
      let path = folder.file(name).path
      let place = layout == .json ? "\(path):2:8: " : "\(path):3:15: "
      let reported = reports {
        let records = [record(store), record(store), record(store, SettingsKey(domain: "d", name: "Other"))]
        #expect(records.map(\.value) == [25, 25, 25])
      }
      #expect(reported.map(\.code) == [.invalidName])
      #expect(
        reported.map(\.description) == [
          "\(place)\(kind) stands where the settings of a domain are expected; correct the file; until then its "
            + "settings have no values there, and can't be written"
        ])
      #expect(!store.isWritable(Self.key))
      #expect(store.isWritable(Self.other))
      #expect(store.writeError(forKey: Self.key)?.code == .invalidName)
      let length = record(store)
      let error = #expect(throws: SettingsError.self) { try length.set(50) }
      #expect(error?.code == .invalidName)
      #expect(error?.description.hasPrefix(place) == true, "\(error as Any)")
      #expect(error?.key == Self.key)
      try store.set(1, forKey: Self.other)
      try store.writeDocuments()
      #expect(try folder.text(name) == layout.document(text))
      // An edit puts it right.
      try folder.write(layout.document(layout.null), to: name)
      store.refresh()
      #expect(store.isWritable(Self.key))
      try length.set(50)
      #expect(store.value(forKey: Self.key) == 50)
    }
  }

  @Test(arguments: Layout.allCases)
  func `an edit that puts another value there makes the settings of the domain unwritable`(layout: Layout) throws {
    try folder.write(layout.document(layout.null), to: layout.rawValue)
    let store = FileSettingsStore(file: folder.file(layout.rawValue))
    let record = record(store)
    try store.withoutCheckpoints {
      for (text, _) in layout.others.prefix(2) {
        try folder.write(layout.document(text), to: layout.rawValue)
        // The watch may find the edit first, and report it on its own thread.
        _ = reports { store.refresh() }
        #expect(store.writeError(forKey: Self.key)?.code == .invalidName)
        try folder.write(layout.document(layout.null), to: layout.rawValue)
        _ = reports { store.refresh() }
        #expect(store.writeError(forKey: Self.key) == nil)
      }
    }
    #expect(record.value == 25)
  }

  @Test(arguments: Layout.allCases) func `a managed file is no different`(layout: Layout) throws {
    for text in [layout.null] + layout.others.map(\.text) {
      try folder.write(layout.document(text), to: layout.rawValue)
      let managed = ManagedSettingsStore(file: folder.file(layout.rawValue))
      let store = LayeredSettingsStore([.layer("managed", managed), .writable("user", InMemorySettingsStore())])
      let reported = try reports {
        let record = record(store)
        #expect(record.value == 25)
        try record.set(30)
        #expect(record.value == 30)
      }
      #expect(reported.map(\.code) == (text == layout.null ? [] : [.invalidName]))
      #expect(reported.allSatisfy { $0.location != nil })
    }
  }

  @Test(arguments: ["null", "[]", "\"oops\""])
  func `a file of one domain that has another value is reported with its place`(text: String) throws {
    try folder.write("\n  \(text)\n", to: "d.json")
    let store = FileSettingsStore(directory: folder.url)
    let reported = reports { #expect(record(store).value == 25) }
    #expect(reported.map(\.code) == [.fileCorrupt])
    #expect(reported.first?.location?.line == 2)
    #expect(reported.first?.location?.column == 3)
  }

  @Test func `a reserved name can't be written, and the store says so before`() throws {
    let store = FileSettingsStore(file: folder.file("x.json"))
    for key in [
      SettingsKey(domain: "d", name: "$number"), SettingsKey(domain: "$schema", name: "x"),
      SettingsKey(domain: "d", name: String(repeating: "a", count: SettingsValue.maximumLength + 1)),
    ] {
      #expect(!store.isWritable(key))
      #expect(store.writeError(forKey: key)?.code == .invalidName)
      #expect(throws: SettingsError.self) { try store.set(1, forKey: key) }
    }
  }
}
