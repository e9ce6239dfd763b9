import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// An error in the use of a macro.
enum MacroDiagnostic: Equatable {
  case groupNotClass
  case unreachableGroup
  case groupInFunction
  case repeatedGroup
  case observableGroup
  case emptyDomain
  case emptyKey
  case reservedName(String, kind: String, use: String)
  case keysNotLiteral(String)
  case prefixOfPropertyNames
  case duplicateKey(String, firstUser: String)
  case emptyAlias(of: String)
  case ownAlias(String, of: String)
  case repeatedAlias(String, of: String)
  case duplicateAlias(String, of: String, firstUser: String, isAlias: Bool)
  case lowVersion(String)
  case unversionedMigrations
  case instanceRequirement(String)
  case functionRequirement(String)
  case unreachedMigration(target: Int, version: Int)
  case constant(attribute: String)
  case severalProperties(attribute: String)
  case tuplePattern(attribute: String)
  case typeMember(keyword: String, attribute: String)
  case storageModifier(keyword: String, attribute: String)
  case computedProperty(attribute: String)
  case observers(recordName: String)
  case untypedProperty
  case neverInitialized(property: String)
  case assignedTwice(property: String)
  case unstorableType(String)
  case opaqueType(String)
  case subscripting
  case otherWrapper(name: String, attribute: String)
  case conditionalAttribute(String)
  case override(attribute: String)
  case rawName(attribute: String)
  case wrapperNotType(String, attribute: String)
  case wrapperWithoutConfig(String, attribute: String)
  case projectedNotLiteral(String, attribute: String)
  case wrapperWithoutProjection(String)
  case wrongLabel(String, advice: String)
  case wrongValue(label: String, advice: String)
  case wrongGroupLabel(String, advice: String)
  case missingDomain
  case wrongGroupValue(label: String, advice: String)
  case wrongAttributeLabel(String, advice: String)
  case configWithoutWrapper(advice: String)
  case notRule(String, advice: String)
  case reversedBounds(String, advice: String)
  case untypedDefault
  case policyWithoutRule
  case policyWithoutNearest(String)
  case defaultOutside(String, bounds: String)
  case defaultBreaksRule(String, rule: String)
  case repeatedAttribute(attribute: String)
  case outsideGroup
  case attributeWithoutPref
  case observedOutsideClass
  case observedInOtherClass(name: String)
  case observedWithoutWrapper(property: String)
  case observedWithoutType(property: String)
  case observedWithObservers(keyword: String)
  case observedWithPref
  case observedNotIgnored(property: String)
  case observedAfterIgnored(property: String)

  /// A Boolean value that indicates whether `@SettingsGroup` reports this error of a `@Pref`.
  ///
  /// The compiler doesn't expand such a `@Pref`, or doesn't expand it in every build.
  var isReportedByGroup: Bool {
    switch self {
    case .constant, .severalProperties, .tuplePattern, .subscripting: true
    case .conditionalAttribute(let name): name == "Pref"
    default: false
    }
  }

  /// A Boolean value that indicates whether the compiler reports this error, so that no macro does.
  var isReportedByCompiler: Bool { self == .untypedDefault }
}

extension MacroDiagnostic: DiagnosticMessage {
  var severity: DiagnosticSeverity { .error }

  var diagnosticID: MessageID { MessageID(domain: "TypedSettings", id: name) }

  /// The name of the error in its identifier, which doesn't change between releases.
  private var name: String {
    switch self {
    case .groupNotClass: "group-not-class"
    case .unreachableGroup: "unreachable-group"
    case .groupInFunction: "group-in-function"
    case .repeatedGroup: "repeated-group"
    case .observableGroup: "observable-group"
    case .emptyDomain: "empty-domain"
    case .emptyKey: "empty-key"
    case .reservedName: "reserved-name"
    case .keysNotLiteral: "keys-not-literal"
    case .prefixOfPropertyNames: "prefix-of-property-names"
    case .duplicateKey: "duplicate-key"
    case .emptyAlias: "empty-alias"
    case .ownAlias: "own-alias"
    case .repeatedAlias: "repeated-alias"
    case .duplicateAlias: "duplicate-alias"
    case .lowVersion: "low-version"
    case .unversionedMigrations: "unversioned-migrations"
    case .instanceRequirement(let property): "instance-\(property)"
    case .functionRequirement(let function): "function-\(function)"
    case .unreachedMigration: "unreached-migration"
    case .constant: "constant"
    case .severalProperties: "several-properties"
    case .tuplePattern: "tuple-pattern"
    case .typeMember: "type-member"
    case .storageModifier: "storage-modifier"
    case .computedProperty: "computed-property"
    case .observers: "observers"
    case .untypedProperty: "untyped-property"
    case .neverInitialized: "never-initialized"
    case .assignedTwice: "assigned-twice"
    case .unstorableType: "unstorable-type"
    case .opaqueType: "opaque-type"
    case .subscripting: "subscripting"
    case .otherWrapper: "other-wrapper"
    case .conditionalAttribute: "conditional-attribute"
    case .override: "override"
    case .rawName: "raw-name"
    case .wrapperNotType: "wrapper-not-type"
    case .wrapperWithoutConfig: "wrapper-without-config"
    case .projectedNotLiteral: "projected-not-literal"
    case .wrapperWithoutProjection: "wrapper-without-projection"
    case .wrongLabel: "wrong-label"
    case .wrongValue: "wrong-value"
    case .wrongGroupLabel: "wrong-group-label"
    case .missingDomain: "missing-domain"
    case .wrongGroupValue: "wrong-group-value"
    case .wrongAttributeLabel: "wrong-attribute-label"
    case .configWithoutWrapper: "config-without-wrapper"
    case .notRule: "not-rule"
    case .reversedBounds: "reversed-bounds"
    case .untypedDefault: "untyped-default"
    case .policyWithoutRule: "policy-without-rule"
    case .policyWithoutNearest: "policy-without-nearest"
    case .defaultOutside: "default-outside"
    case .defaultBreaksRule: "default-breaks-rule"
    case .repeatedAttribute: "repeated-attribute"
    case .outsideGroup: "outside-group"
    case .attributeWithoutPref: "attribute-without-pref"
    case .observedOutsideClass: "observed-outside-class"
    case .observedInOtherClass: "observed-in-other-class"
    case .observedWithoutWrapper: "observed-without-wrapper"
    case .observedWithoutType: "observed-without-type"
    case .observedWithObservers: "observed-with-observers"
    case .observedWithPref: "observed-with-pref"
    case .observedNotIgnored: "observed-not-ignored"
    case .observedAfterIgnored: "observed-after-ignored"
    }
  }

  var message: String {
    switch self {
    case .groupNotClass: "'@SettingsGroup' can only be attached to a class"
    case .unreachableGroup:
      "'@SettingsGroup' cannot be attached to a class that is 'private' to another type; use 'fileprivate'"
    case .emptyDomain: "domain of a settings group cannot be empty; use a name such as 'com.example.app'"
    case .groupInFunction:
      "'@SettingsGroup' cannot be attached to a local class; declare the class outside of the function"
    case .repeatedGroup: "'@SettingsGroup' can only be attached once to a class"
    case .observableGroup:
      "'@SettingsGroup' cannot be combined with '@Observable', because a settings group is already observable; "
        + "remove '@Observable'"
    case .reservedName(let name, let kind, let use):
      "\(kind) '\(name)' is reserved for \(use); use another name"
    case .keysNotLiteral(let expression):
      "'keys' of '@SettingsGroup' must be '.prefixed' or '.propertyName', not '\(expression)'"
    case .prefixOfPropertyNames: "'keyPrefix' has no effect with 'keys: .propertyName'; remove it"
    case .emptyKey: "key of a setting cannot be empty; remove 'key:' to derive the key from the property"
    case .duplicateKey(let key, let firstUser):
      "key '\(key)' is already used by '\(firstUser)' in this group; set another 'key:' for one of them"
    case .emptyAlias(let name): "alias '\"\"' of '\(name)' cannot be empty; remove it"
    case .ownAlias(let alias, let name): "alias '\(alias)' of '\(name)' cannot be the setting's own key; remove it"
    case .repeatedAlias(let alias, let name): "alias '\(alias)' of '\(name)' is listed twice; remove one"
    case .duplicateAlias(let alias, let name, let firstUser, let isAlias):
      "alias '\(alias)' of '\(name)' is already \(isAlias ? "an alias" : "the key") of '\(firstUser)' in this group; "
        + "remove it, because writing '\(name)' would remove the value of '\(firstUser)'"
    case .lowVersion(let version):
      "version of a settings group must be 1 or greater, not '\(version)'; start with 1"
    case .unversionedMigrations:
      "'migrations' never run in a settings group without a version; add 'version:' to '@SettingsGroup'"
    case .instanceRequirement(let property):
      "'\(property)' of a settings group must be a 'static' property; add 'static'"
    case .functionRequirement(let function):
      "'\(function)' of a settings group must be a 'static' property, not a function; declare it with 'static var'"
    case .unreachedMigration(let target, let version):
      "migration to version '\(target)' never runs in a settings group of version '\(version)'; increase 'version:'"
    case .constant(let attribute): "'@\(attribute)' can only be attached to a 'var'"
    case .severalProperties(let attribute):
      "'@\(attribute)' can only be attached to a declaration of a single property"
    case .tuplePattern(let attribute): "'@\(attribute)' cannot be attached to a tuple pattern"
    case .typeMember(let keyword, let attribute): "'@\(attribute)' cannot be attached to a '\(keyword)' property"
    case .storageModifier(let keyword, let attribute):
      "'@\(attribute)' cannot be attached to \(keyword == "unowned" ? "an" : "a") '\(keyword)' property"
    case .computedProperty(let attribute): "'@\(attribute)' cannot be attached to a property with accessors"
    case .observers(let recordName):
      "'@Pref' cannot be attached to a property with observers; use '\(recordName).observe' instead"
    case .untypedProperty: "'@Pref' property must have a type annotation or a default value"
    case .neverInitialized(let property):
      "'@Pref' property '\(property)' must have a default value or be assigned in an initializer; "
        + "if it is optional, add '= nil'"
    case .assignedTwice(let property):
      "'@Pref' property '\(property)' can only be assigned once in an initializer, because the first assignment sets "
        + "its default value; remove one assignment"
    case .unstorableType(let type):
      "'@Pref' cannot store \(type); use a type that conforms to 'Codable', or add 'coding:'"
    case .opaqueType(let type): "'@Pref' property cannot have the opaque type '\(type)'; use a concrete type"
    case .subscripting: "'@Pref' cannot be attached to a subscript"
    case .otherWrapper(let name, let attribute): "'@\(attribute)' cannot be combined with '@\(name)'"
    case .conditionalAttribute(let name): "'@\(name)' cannot be inside '#if' without its property"
    case .override(let attribute):
      "'@\(attribute)' cannot override a property; declare it in the superclass only"
    case .rawName(let attribute):
      "'@\(attribute)' property must have a name that can follow '$'; use a name without backticks"
    case .wrapperNotType(let wrapper, let attribute):
      "wrapper of '@\(attribute)' must be a type followed by '.self', not '\(wrapper)'"
    case .wrapperWithoutConfig(let wrapper, let attribute):
      "'@\(attribute)' with the wrapper '\(wrapper)' requires 'config:', such as 'config: 0...100'"
    case .projectedNotLiteral(let expression, let attribute):
      "'projected' of '@\(attribute)' must be 'true' or 'false', not '\(expression)'"
    case .wrapperWithoutProjection(let wrapper):
      "wrapper '\(wrapper)' has no projection; remove 'projected: true', or conform it to 'ProjectingSettingWrapper'"
    case .wrongLabel(let label, let advice): "'@Pref' has no argument '\(label)'; \(advice)"
    case .wrongValue(let label, let advice): "'\(label)' of '@Pref' must be \(advice)"
    case .wrongGroupLabel(let label, let advice): "'@SettingsGroup' has no argument '\(label)'; \(advice)"
    case .missingDomain: "'@SettingsGroup' requires 'domain:', such as 'domain: \"com.example.app\"'"
    case .wrongGroupValue(let label, let advice): "'\(label)' of '@SettingsGroup' must be \(advice)"
    case .wrongAttributeLabel(let label, let advice): "'@PrefAttr' has no argument '\(label)'; use '\(advice)'"
    case .configWithoutWrapper(let advice):
      "'config' of '@Pref' has no effect without 'wrapper:'; to restrict the values, use '\(advice)'"
    case .notRule(let text, let advice): "'\(text)' is not a rule of '@Pref'; use '\(advice)'"
    case .reversedBounds(let bounds, let advice):
      "range '\(bounds)' contains no value, because its lower bound is greater than its upper bound; use '\(advice)'"
    case .untypedDefault: "default value of '@Pref' needs a type annotation"
    case .policyWithoutRule: "policy of '@Pref' has no effect without a rule; add 'validate:'"
    case .policyWithoutNearest(let rule):
      "policy '.clamp' of '@Pref' requires a rule that can clamp a value, such as '.range', not '\(rule)'"
    case .defaultOutside(let value, let bounds):
      "default value '\(value)' of '@Pref' must be in its range '\(bounds)'"
    case .defaultBreaksRule(let value, let rule):
      "default value '\(value)' of '@Pref' must follow its rule '\(rule)'"
    case .repeatedAttribute(let attribute): "'@\(attribute)' can only be attached once to a property"
    case .outsideGroup: "'@Pref' can only be attached to a property in the body of a class marked '@SettingsGroup'"
    case .attributeWithoutPref: "'@PrefAttr' can only be attached to a property marked '@Pref'"
    case .observedOutsideClass:
      "'@ObservedWrapper' can only be attached to a property in the body of a class marked '@Observable'"
    case .observedInOtherClass(let name):
      "'@ObservedWrapper' can only be attached to a property of a class marked '@Observable'; "
        + "add '@Observable' to '\(name)'"
    case .observedWithoutWrapper(let property):
      "'@ObservedWrapper' must name the wrapper of '\(property)', as in '@ObservedWrapper(Wrapper.self)'"
    case .observedWithoutType(let property): "'@ObservedWrapper' property '\(property)' must have a type annotation"
    case .observedWithObservers(let keyword): "'@ObservedWrapper' cannot be attached to a property with '\(keyword)'"
    case .observedWithPref: "'@ObservedWrapper' cannot be combined with '@Pref'; use '@Pref(wrapper:)' instead"
    case .observedNotIgnored(let property):
      "'@ObservedWrapper' property '\(property)' must be marked '@ObservationIgnored'"
    case .observedAfterIgnored(let property):
      "'@ObservationIgnored' of '\(property)' must follow '@ObservedWrapper'"
    }
  }
}

extension Diagnostic {
  init(_ message: MacroDiagnostic, at node: some SyntaxProtocol, notes: [Note] = [], fixIts: [FixIt] = []) {
    self.init(node: node, message: message, notes: notes, fixIts: fixIts)
  }

  var macroDiagnostic: MacroDiagnostic? { diagMessage as? MacroDiagnostic }
}

extension MacroExpansionContext {
  func diagnose(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics where diagnostic.macroDiagnostic?.isReportedByCompiler != true {
      diagnose(diagnostic)
    }
  }
}
