/// Every way to use the macros wrongly that they can see.
enum Misuse: Equatable {
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
  case duplicateAlias(String, of: String, firstUser: String, isAlias: Bool)
  case lowVersion(String)
  case unversionedMigrations
  case instanceMigrations
  case unreachedMigration(target: Int, version: Int)
  case constant
  case severalProperties
  case tuplePattern
  case typeMember(keyword: String)
  case storageModifier(keyword: String)
  case computedProperty
  case observers(recordName: String)
  case untypedProperty
  case neverInitialized(property: String)
  case assignedTwice(property: String)
  case unstorableType(String)
  case opaqueType(String)
  case subscripting
  case otherWrapper(name: String)
  case conditionalAttribute(String)
  case override
  case rawName
  case wrapperNotType(String)
  case wrapperWithoutConfig(String)
  case projectedNotLiteral(String)
  case policyWithoutRule
  case policyWithoutNearest(String)
  case defaultOutside(String, bounds: String)
  case repeatedAttribute
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

  /// Whether `@SettingsGroup` reports this about a `@Pref`, because the compiler does not even expand such a `@Pref`.
  var isReportedByGroup: Bool {
    switch self {
    case .constant, .severalProperties, .tuplePattern, .subscripting: true
    default: false
    }
  }
}

extension Misuse {
  /// Stays as it is once released, so that tools can refer to it.
  var name: String {
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
    case .duplicateAlias: "duplicate-alias"
    case .lowVersion: "low-version"
    case .unversionedMigrations: "unversioned-migrations"
    case .instanceMigrations: "instance-migrations"
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
    case .policyWithoutRule: "policy-without-rule"
    case .policyWithoutNearest: "policy-without-nearest"
    case .defaultOutside: "default-outside"
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

  /// What is wrong with the attribute of a name.
  func message(about attribute: String) -> String {
    switch self {
    case .groupNotClass: "'@SettingsGroup' can only be attached to a class"
    case .unreachableGroup: "'@SettingsGroup' cannot be attached to a class that is 'private' to another type"
    case .emptyDomain: "domain of a settings group cannot be empty"
    case .groupInFunction: "'@SettingsGroup' cannot be attached to a class in a function; move the class out of it"
    case .repeatedGroup: "'@SettingsGroup' can only be attached once to a class"
    case .observableGroup:
      "'@SettingsGroup' cannot be combined with '@Observable'; a settings group is observable by itself, and both would write the accessors of its properties"
    case .reservedName(let name, let kind, let use):
      "\(kind) '\(name)' is reserved for \(use); use another name"
    case .keysNotLiteral(let expression):
      "'keys' of '@SettingsGroup' must be '.prefixed' or '.propertyName', not '\(expression)'"
    case .prefixOfPropertyNames: "'keyPrefix' has no effect with keys that are property names; remove it"
    case .emptyKey: "key of a setting cannot be empty"
    case .duplicateKey(let key, let firstUser): "key '\(key)' is already used by '\(firstUser)' in this group"
    case .emptyAlias(let name): "alias '\"\"' of '\(name)' cannot be empty; remove it"
    case .ownAlias(let alias, let name): "alias '\(alias)' of '\(name)' cannot be the setting's own key; remove it"
    case .duplicateAlias(let alias, let name, let firstUser, let isAlias):
      "alias '\(alias)' of '\(name)' is already \(isAlias ? "an alias" : "the key") of '\(firstUser)' in this group; remove it, or a write of '\(name)' would remove that setting's value"
    case .lowVersion(let version): "version of a settings group must be 1 or more, not '\(version)'; begin with 1"
    case .unversionedMigrations:
      "'static' property 'migrations' never runs in a settings group without a version; add 'version:' to '@SettingsGroup'"
    case .instanceMigrations: "'migrations' of a settings group must be a 'static' property to run; add 'static'"
    case .unreachedMigration(let target, let version):
      "migration to version '\(target)' never runs in a settings group of version '\(version)'; raise 'version:'"
    case .constant: "'@\(attribute)' can only be attached to a 'var'"
    case .severalProperties: "'@\(attribute)' can only be attached to a declaration of a single property"
    case .tuplePattern: "'@\(attribute)' cannot be attached to a tuple pattern"
    case .typeMember(let keyword): "'@\(attribute)' cannot be attached to a '\(keyword)' property"
    case .storageModifier(let keyword):
      "'@\(attribute)' cannot be attached to \(keyword == "unowned" ? "an" : "a") '\(keyword)' property"
    case .computedProperty: "'@\(attribute)' cannot be attached to a property with accessors"
    case .observers(let recordName):
      "'@Pref' cannot be attached to a property with observers; use '\(recordName).observe' instead"
    case .untypedProperty: "'@Pref' property must have a type annotation or a default value"
    case .neverInitialized(let property):
      "'@Pref' property '\(property)' needs a default, or an initializer of the class that assigns it; give an optional the default 'nil'"
    case .assignedTwice(let property):
      "'\(property)' has its default already, from the first assignment in this initializer; remove one of them"
    case .unstorableType(let type):
      "'@\(attribute)' cannot store \(type); use a type that conforms to 'Codable', or add 'coding:'"
    case .opaqueType(let type):
      "'@\(attribute)' property cannot have the opaque type '\(type)'; name the type"
    case .subscripting: "'@\(attribute)' cannot be attached to a subscript"
    case .otherWrapper(let name): "'@\(attribute)' cannot be combined with '@\(name)'"
    case .conditionalAttribute(let name): "'@\(name)' cannot be inside '#if' without its property"
    case .override: "'@\(attribute)' cannot override a property"
    case .rawName: "'@\(attribute)' property must have a name that can follow '$'"
    case .wrapperNotType(let wrapper):
      "'@\(attribute)' must name its wrapper as a type followed by '.self', not as '\(wrapper)'"
    case .wrapperWithoutConfig(let wrapper):
      "'@\(attribute)' with the wrapper '\(wrapper)' needs 'config:', such as 'config: 0...100'"
    case .projectedNotLiteral(let expression):
      "'projected' of '@\(attribute)' must be 'true' or 'false', not '\(expression)'"
    case .policyWithoutRule: "policy of '@Pref' does nothing without a rule; add 'validate:'"
    case .policyWithoutNearest(let rule):
      "policy '.clamp' of '@Pref' needs a rule with a nearest value, such as '.range', not '\(rule)'"
    case .defaultOutside(let value, let bounds): "default '\(value)' of '@Pref' is not in its range '\(bounds)'"
    case .repeatedAttribute: "'@\(attribute)' can only be attached once to a property"
    case .outsideGroup: "'@Pref' can only be attached to a property in the body of a class marked '@SettingsGroup'"
    case .attributeWithoutPref: "'@PrefAttr' can only be attached to a property marked '@Pref'"
    case .observedOutsideClass:
      "'@ObservedWrapper' can only be attached to a property in the body of a class marked '@Observable'"
    case .observedInOtherClass(let name):
      "'@ObservedWrapper' can only be attached to a property of a class marked '@Observable'; mark '\(name)'"
    case .observedWithoutWrapper(let property):
      "'@ObservedWrapper' must name the wrapper of '\(property)', as in '@ObservedWrapper(Wrapper.self)'"
    case .observedWithoutType(let property): "'@ObservedWrapper' property '\(property)' must have a type annotation"
    case .observedWithObservers(let keyword): "'@ObservedWrapper' cannot be attached to a property with '\(keyword)'"
    case .observedWithPref: "'@ObservedWrapper' cannot be combined with '@Pref'; use the 'wrapper' of '@Pref'"
    case .observedNotIgnored(let property):
      "'@ObservedWrapper' property '\(property)' must be marked '@ObservationIgnored'"
    case .observedAfterIgnored(let property):
      "'@ObservationIgnored' of '\(property)' must follow '@ObservedWrapper'"
    }
  }
}
