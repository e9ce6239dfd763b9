import SwiftSyntax

/// A class marked `@SettingsGroup`.
struct GroupDeclaration {
  let declaration: ClassDeclSyntax
  let identity: GroupIdentity
  let members: [GroupMember]
  /// A Boolean value that indicates whether the superclass is a group, whose requirements the class overrides.
  let inheritsGroup: Bool
  let missingConformances: [String]

  init(_ declaration: ClassDeclSyntax, attribute: AttributeSyntax, missingConformances: [TypeSyntax]) {
    self.declaration = declaration
    self.identity = GroupIdentity(declaration, attribute: attribute)
    self.members = GroupMember.parse(declaration.memberBlock.members)
    self.missingConformances = missingConformances.map(\.simpleName)
    let inherited = declaration.inheritedTypeNames
    // A superclass can be a group without a version.
    let isRoot = inherited.first.map { Self.harmlessInheritedTypes.contains($0) } ?? true
    let statesGroup = inherited.contains("SettingsGroup") || isRoot && inherited.contains("VersionedSettingsGroup")
    // A class that states the conformance doesn't lack it. A class that neither states nor lacks it has inherited it.
    self.inheritsGroup =
      !inherited.isEmpty && !statesGroup && !self.missingConformances.contains("SettingsGroup")
  }

  var access: AccessLevel? { AccessLevel(declaration.modifiers) }

  /// The attribute and the modifier of members that implement the requirements of a protocol.
  var witnessPrefix: String {
    (declaration.attributes.first(named: "usableFromInline") == nil ? "" : "@usableFromInline ") + access.memberPrefix
  }

  var isFinal: Bool { declaration.modifiers.contains { $0.name.tokenKind == .keyword(.final) } }
  var isActorIsolated: Bool { declaration.attributes.namesGlobalActor }

  /// A Boolean value that indicates whether members with the isolation of the class can implement requirements.
  var canImplementRequirements: Bool { Self.canIsolateConformances || !isActorIsolated }

  /// A Boolean value that indicates whether the class has a version and can conform to `VersionedSettingsGroup`.
  var conformsToVersioned: Bool { identity.version != nil && canImplementRequirements }

  /// A Boolean value that indicates whether the class conforms to `__RootSettingsGroup`.
  ///
  /// A class that can have subclasses always does, because the compiler crashes if a class can inherit a conformance
  /// that a macro announces but doesn't declare.
  var conformsToRoot: Bool {
    guard !inheritsGroup else { return false }
    return !isFinal || canBeMadeWithoutArguments && canImplementRequirements
  }

  // The compiler that builds the plugin also compiles the emitted code; compilers before 6.2 have no isolated
  // conformances. Task-local, so that a test can emit the code for them.
  #if compiler(>=6.2)
    @TaskLocal static var canIsolateConformances: Bool = true
  #else
    @TaskLocal static var canIsolateConformances: Bool = false
  #endif

  /// Returns whether the class declares a member with a full name, even inside `#if`.
  ///
  /// The user's members take precedence over generated ones. A property conflicts with any function of its base name.
  func declares(_ fullName: String) -> Bool {
    let baseName = fullName.prefix { $0 != "(" }
    return members.flattened.contains { member in
      switch member {
      case .named(let name): name == fullName || name == baseName
      case .pref(let pref): pref.name == baseName
      case .stored(let property): property.name.map { $0 == baseName } ?? false
      case .rejected, .initializer, .comparison, .conditional: false
      }
    }
  }

  var hasRejectedPrefs: Bool {
    members.flattened.contains { member in
      guard case .rejected = member else { return false }
      return true
    }
  }

  /// A Boolean value that indicates whether the class has no superclass, or one that is known to add only `init()`.
  var hasKnownSuperclass: Bool {
    guard let first = declaration.inheritedTypeNames.first else { return true }
    return Self.harmlessInheritedTypes.contains(first)
  }

  private static let harmlessInheritedTypes: Set = [
    "NSObject", "Sendable", "Codable", "Encodable", "Decodable", "ObservableObject", "Observable", "Identifiable",
    "Equatable", "Hashable", "Comparable", "CustomStringConvertible", "CustomDebugStringConvertible", "SettingsGroup",
    "VersionedSettingsGroup", "AnyObject",
  ]

  /// A Boolean value that indicates whether the declaration shows that the class is `Sendable`.
  var isSendable: Bool {
    isActorIsolated || declaration.inheritedTypeNames.contains("Sendable") || isSoundlySendable
  }

  /// A Boolean value that indicates whether the class stores only records and constants, and so can be `Sendable`.
  ///
  /// Records are `Sendable`. The compiler checks constants such as `let goals = GoalSettings()`.
  var isSoundlySendable: Bool {
    isFinal && !isActorIsolated && hasKnownSuperclass && hasOnlyKnownAttributes
      && members.flattened.allSatisfy { member in
        guard case .stored(let property) = member else { return true }
        return property.isConstant && (property.isLiteral || property.isMadeOfType)
      }
  }

  /// A Boolean value that indicates whether the class can have subclasses and certainly isn't `Sendable`.
  ///
  /// An unknown attribute, superclass or protocol can isolate a class to an actor, which makes it `Sendable`.
  var isCertainlyUnsendable: Bool {
    !isFinal && !isSendable && hasOnlyKnownAttributes
      && declaration.inheritedTypeNames.allSatisfy { Self.harmlessInheritedTypes.contains($0) }
  }

  /// A Boolean value that indicates whether a setting has no default value, and no initializer can assign one.
  var isWithoutInitializer: Bool {
    let all = members.flattened
    return all.prefs.contains { !$0.hasDefault } && all.allSatisfy { $0.initializer?.isConvenience ?? true }
  }

  /// A Boolean value that indicates whether no attribute can be a macro that adds storage.
  private var hasOnlyKnownAttributes: Bool {
    declaration.attributes.allSatisfy { element in
      guard let name = element.as(AttributeSyntax.self)?.simpleName else { return false }
      return name == "SettingsGroup" || name.first?.isLowercase == true
    }
  }

  /// A Boolean value that indicates whether `T()` compiles inside the class.
  var canBeMadeWithoutArguments: Bool {
    let unconditional = members.compactMap(\.initializer).filter(\.isCallableWithoutArguments)
    if unconditional.contains(where: \.hasNoParameters) || unconditional.count == 1 { return true }
    let all = members.flattened
    return unconditional.isEmpty && hasKnownSuperclass
      && all.allSatisfy { $0.initializer?.isConvenience ?? true }
      && all.allSatisfy(\.needsNoInitializer)
  }
}

extension GroupMember {
  fileprivate var initializer: GroupInitializer? {
    guard case .initializer(let initializer) = self else { return nil }
    return initializer
  }

  fileprivate var needsNoInitializer: Bool {
    switch self {
    case .pref(let pref): pref.hasDefault
    case .stored(let property): property.isInitialized
    case .rejected, .initializer, .comparison, .named, .conditional: true
    }
  }
}

extension ClassDeclSyntax {
  /// The names in the inheritance clause, without attributes and modules.
  fileprivate var inheritedTypeNames: [String] {
    inheritanceClause?.inheritedTypes.map { $0.type.simpleName } ?? []
  }
}

extension TypeSyntax {
  fileprivate var simpleName: String {
    if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.simpleName }
    if let member = self.as(MemberTypeSyntax.self) { return member.name.text }
    return self.as(IdentifierTypeSyntax.self)?.name.text ?? trimmedDescription
  }
}
