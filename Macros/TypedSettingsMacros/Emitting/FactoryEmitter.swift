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
    if group.conformsToRoot { return rootMembers(name) }
    guard group.isFinal, group.canBeMadeWithoutArguments else { return [] }
    let access = (group.inheritsGroup ? "@_nonoverride " : "") + group.access.memberPrefix
    var members: [String] = []
    if !group.declares("static testSettings()") {
      members.append(
        """
        \(access)static func testSettings() -> \(name) {
          TypedSettings.PreferenceContext.__make(in: TypedSettings.InMemorySettingsStore()) { \(name)() }
        }
        """)
    }
    if !group.declares("static make(alternateStore:)") {
      members.append(
        """
        \(access)static func make(alternateStore store: any TypedSettings.SettingsStore) -> \(name) {
          TypedSettings.PreferenceContext.__make(in: store) { \(name)() }
        }
        """)
    }
    if !group.declares("draft()") {
      members.append(
        """
        \(access)func draft() -> TypedSettings.SettingsDraft<\(name)> {
          TypedSettings.SettingsDraft(of: self) { \(name)() }
        }
        """)
    }
    if !group.declares("transaction(_:)") {
      members.append(
        """
        @discardableResult
        \(access)func transaction<Result>(_ body: (\(name)) throws -> Result) throws -> Result {
          try TypedSettings.SettingsDraft.transaction(of: self, make: { \(name)() }, body)
        }
        """)
    }
    if group.isSendable, !group.declares("static shared") {
      members.append(
        """
        \(access)static var shared: \(name) {
          TypedSettings.__SharedSettings.instance(of: \(name).self) { \(name)() }
        }
        """)
    }
    return members
  }

  /// Returns the members that distinguish a class from its subclasses.
  private func rootMembers(_ name: String) -> [String] {
    let access = group.witnessPrefix
    // A function that isn't isolated, as the requirement may demand, can't create an isolated instance.
    let canBeMade = group.canBeMadeWithoutArguments && group.canImplementRequirements
    let sharing = canBeMade && group.isSendable ? "__Shared" : "__Unshared"
    let isolation = group.canImplementRequirements ? "" : "nonisolated "
    return [
      "\(access)typealias __Sharing = TypedSettings.\(sharing)",
      canBeMade
        ? "\(access)static func __makeRoot() -> \(name) { \(name)() }"
        : "\(access)\(isolation)static func __makeRoot() -> Swift.Never { while true {} }",
    ]
  }
}
