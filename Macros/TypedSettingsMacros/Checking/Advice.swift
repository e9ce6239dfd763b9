import SwiftDiagnostics

/// What a fix-it does, or what a note points at.
struct Advice: FixItMessage, NoteMessage {
  let message: String
  let name: String

  var fixItID: MessageID { MessageID(domain: "TypedSettings", id: name) }
  var noteID: MessageID { fixItID }

  static func replace(_ old: String, with new: String) -> Advice {
    Advice(message: "replace '\(old)' with '\(new)'", name: "replace")
  }
  static func remove(_ text: String) -> Advice { Advice(message: "remove '\(text)'", name: "remove") }
  static let addPref = Advice(message: "add '@Pref'", name: "add-pref")
  static let addType = Advice(message: "add a type annotation", name: "add-type")
  static let split = Advice(message: "split into separate declarations", name: "split")
  static func add(_ text: String) -> Advice { Advice(message: "add '\(text)'", name: "add") }
  static func firstUse(of key: String, isAlias: Bool) -> Advice {
    Advice(message: "\(isAlias ? "alias" : "key") '\(key)' is first used here", name: "first-use")
  }
}
