import SwiftSyntax

/// Writes the members that make instances: for tests, on another store, the shared one, and those that are drafts.
struct FactoryEmitter {
  let group: GroupDeclaration

  /// Nothing unless `T()` compiles.
  ///
  /// A subclass of a group inherits these members and could not override them.
  var members: [String] {
    guard group.canBeMadeWithoutArguments, !group.inheritsGroup else { return [] }
    let name = group.declaration.name.text
    let access = group.access.memberPrefix
    var members: [String] = []
    if !group.declares("static testSettings()") {
      members.append(
        """
        \(access)static func testSettings() -> \(name) {
        TypedSettings.PreferenceContext.$store.withValue(TypedSettings.InMemorySettingsStore()) { \(name)() }
        }
        """)
    }
    if !group.declares("static make(alternateStore:)") {
      members.append(
        """
        \(access)static func make(alternateStore store: any TypedSettings.SettingsStore) -> \(name) {
        TypedSettings.PreferenceContext.$store.withValue(store) { \(name)() }
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
        TypedSettings.SharedSettings.instance(of: \(name).self) { \(name)() }
        }
        """)
    }
    return members
  }
}
