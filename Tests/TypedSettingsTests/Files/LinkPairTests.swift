import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

private final class Session: SettingsGroup, Sendable {
  let length = SettingRecord(name: "length", key: key("Length"), default: 25, coding: .automatic)
  let pause = SettingRecord(name: "pause", key: key("Pause"), default: 5, coding: .automatic)

  static func key(_ name: String) -> SettingsKey { SettingsKey(domain: "com.example.session", name: name) }

  func enumerateSettings(into list: inout SettingsList) {
    list.append(length)
    list.append(pause)
  }
}

/// Changed symbolic links together with the other features.
@Suite struct LinkPairTests {
  /// The links that can change.
  enum Kind: CaseIterable {
    case file, folder
  }

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for version in ["v1", "v2"] {
      try FileManager.default.createDirectory(at: folder.file(version), withIntermediateDirectories: true)
    }
  }

  private func write(_ values: String, to version: String) throws {
    try folder.write("{\"com.example.session\": {\(values)}}", to: "\(version)/x.json")
  }

  /// Lets the link lead to a version, and returns the path by which a store finds the file.
  @discardableResult
  private func link(_ kind: Kind, to version: String) throws -> URL {
    let link = folder.file(kind == .file ? "x.json" : "current")
    let new = folder.file("new")
    let destination = kind == .file ? "\(version)/x.json" : version
    try FileManager.default.createSymbolicLink(atPath: new.path, withDestinationPath: destination)
    #expect(rename(new.path, link.path) == 0)
    return kind == .file ? link : link.appending(path: "x.json")
  }

  @Test(.timeLimit(.minutes(30)), arguments: Kind.allCases)
  func `a layer whose link changes decides with the values it leads to`(_ kind: Kind) async throws {
    try write(#""Length": 30"#, to: "v1")
    try write(#""Pause": 9"#, to: "v2")
    let managed = FileSettingsStore(file: try link(kind, to: "v1"))
    let user = InMemorySettingsStore([Session.key("Length"): 50])
    let session = makeSettings(in: LayeredSettingsStore([.layer("managed", managed), .writable("user", user)])) {
      Session()
    }
    #expect((session.length.value, session.pause.value) == (30, 5))
    #expect((session.length.isLocked, session.pause.isLocked) == (true, false))
    let changes = Log<Int>()
    let token = session.length.observe { changes.append($0) }
    try link(kind, to: "v2")
    managed.refresh()
    #expect((session.length.value, session.pause.value) == (50, 9))
    #expect((session.length.isLocked, session.pause.isLocked) == (false, true))
    // Another thread may have followed the link and notify the observer.
    try await wait { changes.elements == [50] }
    #expect(throws: SettingsError.self) { try session.pause.set(1) }
    try session.length.set(51)
    #expect(user.value(forKey: Session.key("Length")) == 51)
    #expect(try folder.text("v2/x.json").contains("51") == false)
    withExtendedLifetime(token) {}
  }

  @Test(.timeLimit(.minutes(30)), arguments: Kind.allCases)
  func `an older name in the file that a link leads to is read, and replaced there by a write`(
    _ kind: Kind
  ) async throws {
    try write(#""Length": 30"#, to: "v1")
    try write(#""old_length": 40"#, to: "v2")
    let store = FileSettingsStore(file: try link(kind, to: "v1"))
    let length = makeSettings(in: store) {
      SettingRecord(
        name: "length", key: Session.key("Length"), default: 25, coding: .automatic, aliases: ["old_length"])
    }
    #expect(length.value == 30)
    try link(kind, to: "v2")
    store.refresh()
    // Another thread may have followed the link and notify the record of its older name.
    try await wait { length.value == 40 }
    try length.set(41)
    try store.writeDocuments()
    #expect(try folder.text("v2/x.json").contains("41"))
    #expect(try !folder.text("v2/x.json").contains("old_length"))
    #expect(try folder.text("v1/x.json").contains("30"))
  }

  @Test(arguments: Kind.allCases)
  func `a draft is applied to the file that a link leads to by then`(_ kind: Kind) throws {
    try write(#""Length": 30, "Pause": 6"#, to: "v1")
    try write(#""Length": 30, "Pause": 9"#, to: "v2")
    let store = FileSettingsStore(file: try link(kind, to: "v1"))
    let session = makeSettings(in: store) { Session() }
    let draft = SettingsDraft(of: session) { Session() }
    draft.settings.length.value = 45
    try link(kind, to: "v2")
    store.refresh()
    #expect(session.length.value == 30)
    #expect(draft.settings.length.value == 45)
    try draft.apply()
    try store.writeDocuments()
    #expect((session.length.value, session.pause.value) == (45, 9))
    #expect(try folder.text("v2/x.json").contains("45"))
    #expect(try !folder.text("v1/x.json").contains("45"))
  }

  @Test(.timeLimit(.minutes(30)), arguments: Kind.allCases)
  func `a file of an earlier version that a link leads to is migrated there`(_ kind: Kind) async throws {
    try write(#""$version": 1, "Length": 30"#, to: "v1")
    try write(#""Length": 40"#, to: "v2")
    let store = FileSettingsStore(file: try link(kind, to: "v1"))
    let length = makeSettings(in: store) {
      SettingRecord(name: "length", key: Session.key("Length"), default: 25, coding: .automatic, version: 1) {
        [
          SettingsMigration(to: 1) { values in
            if case .integer(let number)? = values["Length"] { values["Length"] = .integer(number * 2) }
          }
        ]
      }
    }
    #expect(length.value == 30)
    try link(kind, to: "v2")
    store.refresh()
    // Another thread may have followed the link and migrate the values.
    try await wait { length.value == 80 }
    try store.writeDocuments()
    #expect(try folder.text("v2/x.json").contains("80"))
    #expect(try folder.text("v1/x.json").contains("30"))
  }

  @Test(arguments: Kind.allCases)
  func `a secret that was written to the former file is in no file of the new place`(_ kind: Kind) throws {
    try write(#""Length": 30"#, to: "v1")
    try write(#""Length": 40"#, to: "v2")
    let store = FileSettingsStore(file: try link(kind, to: "v1"), allowsSecrets: true)
    let token = makeSettings(in: store) {
      SettingRecord(name: "token", key: Session.key("Token"), default: "", traits: [.secret], coding: .automatic)
    }
    try token.set("a1b2-c3d4")
    try link(kind, to: "v2")
    store.refresh()
    #expect(token.value == "")
    try token.set("e5f6-g7h8")
    token.reset()
    try store.writeDocuments()
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.file("v2").path) {
      let bytes = try Data(contentsOf: folder.file("v2/\(name)"))
      #expect(bytes.firstRange(of: Data("a1b2-c3d4".utf8)) == nil, "\(name)")
      #expect(bytes.firstRange(of: Data("e5f6-g7h8".utf8)) == nil, "\(name)")
    }
    // The former document has the value, and no file beside it has another one.
    #expect(try folder.text("v1/x.json").contains("a1b2-c3d4"))
  }
}
