import SwiftSyntax

/// A class marked `@SettingsGroup`.
struct GroupDeclaration {
  let declaration: ClassDeclSyntax
  let identity: GroupIdentity
  let members: [GroupMember]
  /// A Boolean value that indicates whether the superclass is a group, whose requirements the class overrides.
  let inheritsGroup: Bool
  let missingConformances: [String]
  /// A Boolean value that indicates whether a member has the name of the class, so that expressions need an alias.
  let hidesClassName: Bool

  /// The name of the emitted alias of a class that a member hides.
  static let aliasOfHiddenClass = "__Self"

  init(_ declaration: ClassDeclSyntax, attribute: AttributeSyntax, missingConformances: [TypeSyntax]) {
    self.declaration = declaration
    let members = GroupMember.parse(declaration.memberBlock.members)
    var identity = GroupIdentity(declaration, attribute: attribute)
    hidesClassName = members.declare(identity.className)
    if hidesClassName { identity.typeName = Self.aliasOfHiddenClass }
    self.identity = identity
    self.members = members
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
    return !isFinal || canBeMadeWithoutArguments && canImplementRequirements && !mightBeIsolated
  }

  /// A Boolean value that indicates whether an attribute can be a global actor with a name that doesn't say so.
  private var mightBeIsolated: Bool {
    declaration.attributes.unconditional.contains { attribute in
      let name = attribute.simpleName
      return name != "SettingsGroup" && name.first?.isUppercase == true && !name.hasSuffix("Actor")
    }
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
  /// The user's members take precedence over generated ones. A property conflicts with a property or a function without
  /// parameters of its name.
  func declares(_ fullName: String) -> Bool {
    let baseName = fullName.prefix { $0 != "(" }
    let isPlain = !fullName.contains(":")
    return members.flattened.contains { member in
      switch member {
      case .named(let name): name == fullName || isPlain && name == baseName
      case .pref(let pref): isPlain && pref.name == baseName
      case .stored(let property): isPlain && property.name == String(baseName)
      case .rejected, .initializer, .comparison, .conditional: false
      }
    }
  }

  /// A Boolean value that indicates whether the macro proves that the class is `Sendable`, and not the compiler.
  ///
  /// If the attribute of a setting has an error, the compiler doesn't expand it, and the property keeps its storage: a
  /// check by the compiler would report that storage as a second error. The proof: in a program that compiles, each
  /// setting is computed, and its record is a constant of a `Sendable` type. No other member has storage, except for
  /// constants of default literal types: stored properties can't be in an extension, and neither an attribute nor an
  /// expression of the class is a macro that could add them.
  ///
  /// A program with an error that the macro reports doesn't compile.
  var isProvablySendable: Bool {
    let flattened = members.flattened
    let isRejected = flattened.contains { member in
      guard case .rejected = member else { return false }
      return true
    }
    if isRejected { return true }
    guard declaration.memberBlock.members.allSatisfy({ $0.decl.hasOnlyKnownMacros }) else { return false }
    let storesOnlyLiterals = flattened.allSatisfy { member in
      guard case .stored(let property) = member else { return true }
      return property.isConstant && property.isLiteral
    }
    return storesOnlyLiterals && flattened.prefs.contains { !$0.hasCertainAttribute }
  }

  /// A Boolean value that indicates whether the class has no superclass, or one that is known to add only `init()`.
  var hasKnownSuperclass: Bool {
    guard let first = declaration.inheritedTypeNames.first else { return true }
    return Self.harmlessInheritedTypes.contains(first)
  }

  /// The first inherited type, if it's the only reason why the class can't be made without arguments.
  var possibleSuperclass: String? {
    guard isFinal, !inheritsGroup, !hasKnownSuperclass,
      members.flattened.allSatisfy({ ($0.initializer?.isConvenience ?? true) && $0.needsNoInitializer })
    else { return nil }
    return declaration.inheritedTypeNames.first
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

  /// A Boolean value that indicates whether the class certainly doesn't conform to `VersionedSettingsGroup`.
  var isCertainlyUnversioned: Bool {
    isFinal
      && declaration.inheritedTypeNames.allSatisfy {
        Self.harmlessInheritedTypes.contains($0) && $0 != "VersionedSettingsGroup"
      }
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

  /// A Boolean value that indicates whether `T()` compiles inside the class, whichever clause of an `#if` is compiled.
  var canBeMadeWithoutArguments: Bool {
    guard let configurations = members.configurations(where: { $0.initializer != nil || !$0.needsNoInitializer })
    else { return false }
    return configurations.allSatisfy { members in
      let callable = members.compactMap(\.initializer).filter(\.isCallableWithoutArguments)
      if callable.contains(where: \.hasNoParameters) || callable.count == 1 { return true }
      return callable.isEmpty && hasKnownSuperclass
        && members.allSatisfy { ($0.initializer?.isConvenience ?? true) && $0.needsNoInitializer }
    }
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

extension DeclSyntax {
  /// A Boolean value that indicates whether no macro but those of the library can add storage next to the declaration.
  fileprivate var hasOnlyKnownMacros: Bool {
    if self.is(MacroExpansionDeclSyntax.self) { return false }
    if let conditional = self.as(IfConfigDeclSyntax.self) {
      return conditional.clauses.allSatisfy { clause in
        guard case .decls(let items)? = clause.elements else { return true }
        return items.allSatisfy { $0.decl.hasOnlyKnownMacros }
      }
    }
    return asProtocol((any WithAttributesSyntax).self)?.attributes.allSatisfy { element in
      guard let name = element.as(AttributeSyntax.self)?.simpleName else { return false }
      return ["Pref", "PrefAttr", "MainActor"].contains(name) || name.first?.isLowercase == true
    } ?? true
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

extension [GroupMember] {
  /// Returns whether a property, a constant of the class or a function has a name.
  fileprivate func declare(_ name: String) -> Bool {
    flattened.contains { member in
      switch member {
      case .named(let other):
        other == name || other == "static \(name)" || other.hasPrefix("\(name)(") || other.hasPrefix("static \(name)(")
      case .pref(let pref): pref.name == name
      case .stored(let property): property.name == name
      case .rejected, .initializer, .comparison, .conditional: false
      }
    }
  }
}
