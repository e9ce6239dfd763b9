import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

private final class Session: SettingsGroup, Sendable {
  let length = SettingRecord(
    name: "length", key: key("Length"), default: 25, coding: .automatic, aliases: ["old_length"])
  let token = SettingRecord(name: "token", key: key("Token"), default: "", traits: [.secret], coding: .automatic)

  static func key(_ name: String) -> SettingsKey { SettingsKey(domain: "com.example.session", name: name) }

  func enumerateSettings(into list: inout SettingsList) {
    list.append(length)
    list.append(token)
  }
}

/// Saves of documents that a person has written, together with the other features.
@Suite struct SurgicalPairTests {
  /// The formats whose documents are edited in place.
  enum Kind: String, CaseIterable {
    case json, plist

    /// Returns a document with a comment for each setting.
    func document(_ settings: [(name: String, value: String)]) -> String {
      switch self {
      case .json:
        let lines = settings.map { "    // <\($0.name)>\n    \"\($0.name)\": \($0.value), // \($0.name)\n" }
        return "// mine\n{\n  \"z\": 1e3,\n  \"com.example.session\": {\n\(lines.joined())  },\n}\n"
      case .plist:
        let lines = settings.map { setting in
          let element = Int(setting.value).map { "<integer>\($0)</integer>" } ?? "<string>\(setting.value)</string>"
          return "    <!-- <\(setting.name)> -->\n    <key>\(setting.name)</key>\n    "
            + "\(element.replacing("\"", with: "")) <!-- \(setting.name) -->\n"
        }
        return "<plist version=\"1.0\">\n<dict>\n  <key>z</key>\n  <real>1e3</real>\n"
          + "  <key>com.example.session</key>\n  <dict>\n\(lines.joined())  </dict>\n</dict>\n</plist>\n"
      }
    }
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(_ kind: Kind, _ text: String) throws -> (store: FileSettingsStore, session: Session) {
    try folder.write(text, to: "x.\(kind.rawValue)")
    let store = FileSettingsStore(file: folder.file("x.\(kind.rawValue)"), allowsSecrets: true)
    return (store, makeSettings(in: store) { Session() })
  }

  private func saved(_ kind: Kind, _ store: FileSettingsStore) throws -> String {
    try store.writeDocuments()
    return try folder.text("x.\(kind.rawValue)")
  }

  @Test(arguments: Kind.allCases) func `a draft changes one line`(kind: Kind) throws {
    let text = kind.document([("Length", "30"), ("Other", "7")])
    let (store, session) = try open(kind, text)
    let draft = SettingsDraft(of: session) { Session() }
    draft.settings.length.value = 45
    #expect(try saved(kind, store) == text)
    try draft.apply()
    #expect(try saved(kind, store) == text.replacing("30", with: "45"))
  }

  @Test(arguments: Kind.allCases) func `an import changes one line`(kind: Kind) throws {
    let text = kind.document([("Length", "30"), ("Other", "7")])
    let (store, session) = try open(kind, text)
    let other = makeSettings(in: InMemorySettingsStore()) { Session() }
    other.length.value = 45
    try session.import(other.export(.json))
    #expect(session.length.value == 45)
    #expect(try saved(kind, store) == text.replacing("30", with: "45"))
  }

  @Test(arguments: Kind.allCases) func `a removed secret is in no file, and takes its lines along`(kind: Kind) throws {
    let (store, session) = try open(kind, kind.document([("Length", "30"), ("Token", "\"a1b2-c3d4\"")]))
    #expect(session.token.value == "a1b2-c3d4")
    session.token.reset()
    #expect(try saved(kind, store) == kind.document([("Length", "30")]))
    for name in try folder.names {
      #expect(try Data(contentsOf: folder.file(name)).firstRange(of: Data("a1b2".utf8)) == nil, "\(name)")
    }
  }

  @Test(arguments: Kind.allCases) func `a changed secret is in no file`(kind: Kind) throws {
    let text = kind.document([("Length", "30"), ("Token", "\"a1b2-c3d4\"")])
    let (store, session) = try open(kind, text)
    try session.token.set("new")
    #expect(try saved(kind, store) == text.replacing("a1b2-c3d4", with: "new"))
    for name in try folder.names {
      #expect(try Data(contentsOf: folder.file(name)).firstRange(of: Data("a1b2".utf8)) == nil, "\(name)")
    }
  }

  @Test(arguments: Kind.allCases) func `an older name takes its lines along`(kind: Kind) throws {
    let text = kind.document([("A", "1"), ("old_length", "30"), ("z", "7")])
    let (store, session) = try open(kind, text)
    #expect(session.length.value == 30)
    try session.length.set(45)
    let new = try saved(kind, store)
    #expect(!new.contains("old_length"))
    for line in kind.document([("A", "1"), ("z", "7")]).split(separator: "\n") { #expect(new.contains(line)) }
    #expect(FileSettingsStore(file: folder.file("x.\(kind.rawValue)")).value(forKey: Session.key("Length")) == 45)
  }

  @Test(arguments: Kind.allCases) func `a corrected document keeps its comments`(kind: Kind) throws {
    let text = kind.document([("Length", "30"), ("Other", "7")])
    let (store, session) = try open(kind, text)
    // A checkpoint would replace the broken document.
    try store.withoutCheckpoints {
      try session.length.set(45)
      try SettingsDiagnostics.withHandler({ _ in }) {
        try folder.write(String(text.dropLast(12)), to: "x.\(kind.rawValue)")
        store.refresh()
      }
      #expect(session.length.value == 45)
      try folder.write(text, to: "x.\(kind.rawValue)")
      store.refresh()
    }
    #expect(try saved(kind, store) == text.replacing("30", with: "45"))
  }

  @Test(arguments: Kind.allCases) func `a broken document is kept in a copy, and its values are saved`(kind: Kind)
    throws
  {
    let (store, session) = try open(kind, kind.document([("Length", "30"), ("Other", "7")]))
    try session.length.set(40)
    let broken = String(try saved(kind, store).dropLast(12))
    try SettingsDiagnostics.withHandler({ _ in }) {
      try folder.write(broken, to: "x.\(kind.rawValue)")
      store.refresh()
      try session.length.set(45)
      try store.writeDocuments()
    }
    #expect(try folder.text("x.\(kind.rawValue).corrupt-1") == broken)
    let again = FileSettingsStore(file: folder.file("x.\(kind.rawValue)"))
    #expect(again.value(forKey: Session.key("Length")) == 45)
    #expect(again.value(forKey: Session.key("Other")) == 7)
  }

  @Test(arguments: Kind.allCases) func `a document that became too large keeps its bytes`(kind: Kind) throws {
    let text = kind.document([("Length", "30"), ("Other", "7")])
    let (store, session) = try open(kind, text)
    let large = SettingsValue.string(String(repeating: "a", count: 10_000_000))
    try store.set(large, forKey: Session.key("Large"))
    let error = #expect(throws: SettingsError.self) { try store.set(large, forKey: Session.key("Larger")) }
    #expect(error?.code == .tooLarge)
    try session.length.set(45)
    try store.set(nil, forKey: Session.key("Large"))
    #expect(try saved(kind, store) == text.replacing("30", with: "45"))
  }
}
