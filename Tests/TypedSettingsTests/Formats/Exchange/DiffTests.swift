import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

/// The contents of a difference, and that computing it changes nothing.
struct DiffTests {
  @Test func `each setting of the document is listed with its outcome, in the order of the declarations`() throws {
    let store = InMemorySettingsStore([exchangeKey("text"): "a", exchangeKey("hours"): 3])
    let document = exchangeDocument(
      #""hours": 3, "text": "b", "zebra": 1, "count": "many", "apple": 2, "flag": true, "$version": 0"#)
    let differences = try AnyGroup.ofAllKinds(in: store).diff(importing: document)
    #expect(differences.map(\.name) == ["flag", "count", "text", "goals.hours", "apple", "zebra"])
    #expect(
      differences.map(\.summary) == ["change", "undecodable", "change", "equal", "not declared", "not declared"])
    #expect(differences.map(\.oldValue) == [nil, nil, "a", 3, nil, nil])
    #expect(differences.map(\.newValue) == [true, "many", "b", 3, 2, 1])
    #expect(differences[2].key == exchangeKey("text"))
  }

  @Test(arguments: exportFormats) func `an export has no differences from its store`(
    format: FileSettingsStore.Format
  ) throws {
    let group = AnyGroup.ofAllKinds(in: InMemorySettingsStore(valuesOfAllKinds))
    let differences = try group.diff(importing: group.export(format))
    #expect(differences.count == valuesOfAllKinds.count)
    #expect(differences.allSatisfy { $0.summary == "equal" })
  }

  @Test(
    arguments: [
      ("flag", "yes", "true"), ("count", "25", "25"), ("moment", "2001-01-01T00:00:00Z", #""2001-01-01T00:00:00Z""#),
      ("bytes", .data(Data("abc".utf8)), #""YWJj""#), ("ratio", .double(2), "2"),
      ("profile", ["name": "Ada", "age": "36", "born": .null], #"{ "name": "Ada", "age": 36 }"#),
    ] as [(String, SettingsValue, String)])
  func `a different form of the same value is not a difference`(name: String, stored: SettingsValue, text: String)
    throws
  {
    let group = AnyGroup.ofAllKinds(in: InMemorySettingsStore([exchangeKey(name): stored]))
    #expect(try group.diff(importing: exchangeDocument("\"\(name)\": \(text)")).map(\.summary) == ["equal"])
  }

  @Test func `a value equal to the default is a change if the setting is unset`() throws {
    let group = AnyGroup.ofAllKinds(in: InMemorySettingsStore())
    #expect(try group.diff(importing: exchangeDocument(#""count": 25"#)).map(\.summary) == ["change"])
  }

  @Test func `nothing is written, not even the version`() throws {
    let store = RecordingSettingsStore()
    let group = AnyGroup.ofNumbers(["count"], in: store, version: 1)
    #expect(try group.diff(importing: exchangeDocument(#""count": 5"#)).map(\.summary) == ["change"])
    #expect(store.writes.isEmpty)
  }

  @Test func `a description shows both values`() throws {
    let store = InMemorySettingsStore([exchangeKey("text"): "a", exchangeKey("hours"): 3])
    let document = exchangeDocument(#""hours": 3, "text": "b", "zebra": "z", "count": 5, "flag": "maybe""#)
    let texts = try AnyGroup.ofAllKinds(in: store).diff(importing: document).map(\.description)
    #expect(
      texts.dropFirst() == [
        "count: not set -> 5", #"text: "a" -> "b""#, "goals.hours: 3, equal",
        "com.example.exchange/zebra: not declared",
      ])
    #expect(texts[0].hasPrefix(#"flag: not set -> "maybe", refused: undecodable at com.example.exchange/flag"#))
  }

  @Test func `no text shows the value of a secret or an undeclared setting`() throws {
    let store = InMemorySettingsStore([exchangeKey("password"): "hunter2"])
    let group = AnyGroup.ofAllKinds(in: store)
    for text in ["\"swordfish\"", "[\"swordfish\"]", "\"hunter2\""] {
      let document = exchangeDocument(#""password": \#(text), "token": "swordfish""#)
      let differences = try group.diff(importing: document)
      #expect(differences.count == 2)
      var texts = ["\(differences)", String(reflecting: differences)]
      dump(differences, to: &texts[0])
      do {
        let report = try group.import(document)
        texts += ["\(report)", String(reflecting: report)]
        dump(report, to: &texts[0])
      } catch {
        texts += ["\(error)", String(reflecting: error)]
      }
      for text in texts { #expect(!text.contains("hunter2") && !text.contains("swordfish")) }
    }
  }

  @Test func `a setting locked by a layer is refused, unless it has the value already`() throws {
    let group = AnyGroup.ofAllKinds(in: LockingStore(locked: ["count": 9, "hours": 3]))
    let differences = try group.diff(importing: exchangeDocument(#""count": 5, "hours": 3"#))
    #expect(differences.map(\.summary) == ["locked", "equal"])
    #expect(differences[0].description.contains("'managed'"))
  }

  @Test func `a setting of a read-only store is refused, unless it has the value already`() throws {
    let store = LockingStore(isReadOnly: true)
    try store.set(3, forKey: exchangeKey("hours"))
    let differences = try AnyGroup.ofAllKinds(in: store).diff(importing: exchangeDocument(#""count": 5, "hours": 3"#))
    #expect(differences.map(\.summary) == ["readOnly", "equal"])
  }

  @Test func `a secret is refused if its store refuses it`() throws {
    let folder = try TemporaryFolder()
    let document = exchangeDocument(#""password": "hunter2""#)
    let plain = FileSettingsStore(file: folder.file("plain.json"))
    #expect(try AnyGroup.ofAllKinds(in: plain).diff(importing: document).map(\.summary) == ["secretRefused"])
    let other = FileSettingsStore(file: folder.file("secret.json"), allowsSecrets: true)
    #expect(try AnyGroup.ofAllKinds(in: other).diff(importing: document).map(\.summary) == ["change"])
  }

  @Test func `an undecodable part is refused with its coding path`() throws {
    let group = AnyGroup.ofAllKinds(in: InMemorySettingsStore())
    let differences = try group.diff(importing: exchangeDocument(#""profile": { "name": "Ada", "age": [] }"#))
    guard case .refused(let error)? = differences.first?.outcome else {
      Issue.record("nothing is refused in \(differences)")
      return
    }
    #expect(error.code == .undecodable)
    #expect(error.codingPath == ["age"])
    #expect(error.key == exchangeKey("profile"))
  }

  @Test func `a document may name a setting by an older name`() throws {
    let group = PreferenceContext.$store.withValue(InMemorySettingsStore()) {
      AnyGroup([AnyGroup.record("count", 0, aliases: ["counter", "n"])])
    }
    let differences = try group.diff(importing: exchangeDocument(#""n": 1, "counter": 2"#))
    #expect(differences.map(\.name) == ["count"])
    #expect(differences.map(\.newValue) == [2])
  }
}
