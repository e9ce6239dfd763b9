import SwiftSyntax

/// Emits the members that create instances: for tests, for another store, the shared instance and drafts.
struct FactoryEmitter {
  let group: GroupDeclaration

  /// The sources of the members; empty if `T()` doesn't compile.
  ///
  /// A class that conforms to `__RootSettingsGroup` declares only how to create an instance; the rest is in extensions
  /// of the protocol. A final subclass inherits the conformance of its superclass, so it declares all members. It has
  /// none to override, because those of its superclass are in extensions unless they were written by hand.
  var members: [String] {
    let name = group.declaration.name.text
    let reference = group.identity.typeName
    if group.conformsToRoot { return rootMembers(name) }
    guard group.isFinal, group.canBeMadeWithoutArguments else { return unavailableMembers(name) }
    let access = (group.inheritsGroup ? "@_nonoverride " : "") + group.access.memberPrefix
    var members: [String] = []
    if !group.declares("static testSettings()") {
      members.append(
        """
        \(access)static func testSettings() -> \(name) {
          \(Library.prefix)PreferenceContext.__make(in: \(Library.prefix)InMemorySettingsStore()) { \(reference)() }
        }
        """)
    }
    if !group.declares("static make(alternateStore:)") {
      members.append(
        """
        \(access)static func make(alternateStore store: any \(Library.prefix)SettingsStore) -> \(name) {
          \(Library.prefix)PreferenceContext.__make(in: store) { \(reference)() }
        }
        """)
    }
    if !group.declares("draft()") {
      members.append(
        """
        \(access)func draft() -> \(Library.prefix)SettingsDraft<\(name)> {
          \(Library.prefix)SettingsDraft(of: self) { \(reference)() }
        }
        """)
    }
    if !group.declares("transaction(_:)") {
      members.append(
        """
        @discardableResult
        \(access)func transaction<Result>(_ body: (\(name)) throws -> Result) throws -> Result {
          try \(Library.prefix)SettingsDraft.transaction(of: self, make: { \(reference)() }, body)
        }
        """)
    }
    if group.isSendable, !group.declares("static shared") {
      members.append(
        """
        \(access)static var shared: \(name) {
          __SharedSettings.instance(of: \(reference).self) { \(reference)() }
        }
        """)
    }
    return members
  }

  /// Returns members whose messages say why the class might have a superclass; empty if that isn't the reason.
  private func unavailableMembers(_ name: String) -> [String] {
    guard let first = group.possibleSuperclass else { return [] }
    let message =
      "'\(first)' might be a superclass of '\(name)'; if it is a protocol, write 'Sendable' first: "
      + "'final class \(name): Sendable, \(first)'; otherwise, declare 'init()'"
    let access = "@available(*, unavailable, message: \(message.swiftLiteral))\n\(group.access.memberPrefix)"
    let store = "alternateStore store: any TypedSettings.SettingsStore"
    let members = [
      ("static testSettings()", "static func testSettings() -> \(name)"),
      ("static make(alternateStore:)", "static func make(\(store)) -> \(name)"),
      ("draft()", "func draft() -> TypedSettings.SettingsDraft<\(name)>"),
      ("transaction(_:)", "func transaction<Result>(_ body: (\(name)) throws -> Result) throws -> Result"),
      ("static shared", "static var shared: \(name)"),
    ]
    return members.filter { !group.declares($0.0) }.map { "\(access)\($0.1) { while true {} }" }
  }

  /// Returns the members that distinguish a class from its subclasses.
  private func rootMembers(_ name: String) -> [String] {
    let reference = group.identity.typeName
    let access = group.witnessPrefix
    // A function that isn't isolated, as the requirement may demand, can't create an isolated instance.
    let canBeMade = group.canBeMadeWithoutArguments && group.canImplementRequirements
    let sharing = canBeMade && group.isSendable ? "__Shared" : "__Unshared"
    let isolation = group.canImplementRequirements ? "" : "nonisolated "
    return [
      "\(access)typealias __Sharing = \(sharing)",
      canBeMade
        ? "\(access)static func __makeRoot() -> \(name) { \(reference)() }"
        : "\(access)\(isolation)static func __makeRoot() -> Swift.Never { while true {} }",
    ]
  }
}
