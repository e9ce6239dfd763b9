/// The name of a setting as the name of an Objective-C property.
struct ObjectiveCName {
  private let name: String

  init(_ name: String) { self.name = name }

  /// The reason why no property can have the name; `nil` if one can.
  var problem: String? {
    if !isIdentifier { return "the name isn't a C identifier" }
    if isReserved { return "C reserves the name" }
    if Self.macros.contains(name) { return "a macro has the name '\(name)'" }
    let setter = SelectorNames(property: name).setter
    if isInherited { return "NSObject has a method '\(name)'" }
    return Self.inherited.contains(setter) ? "NSObject has a method '\(setter)'" : nil
  }

  /// A Boolean value that indicates whether every object has a method with the name, which a setting must not override.
  var isInherited: Bool { Self.inherited.contains(name) }

  /// A Boolean value that indicates whether the name is a keyword of C, C++ or Objective-C.
  ///
  /// A declaration must use another name then.
  var isKeyword: Bool { Self.keywords.contains(name) }

  /// A Boolean value that indicates whether a method with the name returns a retained object, by the rules of ARC.
  var belongsToFamily: Bool {
    let bare = name.drop { $0 == "_" }
    return ["alloc", "copy", "init", "mutableCopy", "new"].contains { family in
      guard bare.hasPrefix(family) else { return false }
      guard let next = bare.dropFirst(family.count).unicodeScalars.first else { return true }
      return !("a"..."z").contains(next)
    }
  }

  private var isIdentifier: Bool {
    guard let first = name.unicodeScalars.first else { return false }
    return (first == "_" || first.properties.isXIDStart) && name.unicodeScalars.allSatisfy(\.properties.isXIDContinue)
  }

  /// A Boolean value that indicates whether C reserves the name for compilers and their libraries.
  private var isReserved: Bool {
    guard name.first == "_", let second = name.dropFirst().unicodeScalars.first else { return false }
    return second == "_" || ("A"..."Z").contains(second)
  }

  /// The macros without parameters that compilers, their tools, and the headers that Foundation imports define.
  private static let macros: Set = words(
    """
    DEBUG EOF FALSE I IBAction IBDesignable IBInspectable IBOutlet NDEBUG NO NULL Nil OBJC_NEW_PROPERTIES TRUE YES \
    bool complex errno false nil stderr stdin stdout true
    """)

  private static let keywords: Set = words(
    """
    BOOL Class IMP SEL alignas alignof and and_eq asm auto bitand bitor break case catch char char8_t char16_t \
    char32_t class co_await co_return co_yield compl concept const const_cast consteval constexpr constinit \
    continue decltype default delete do double dynamic_cast else enum explicit export extern float for friend goto \
    id if in inline inout instancetype int long mutable namespace new noexcept not not_eq nullptr oneway operator \
    or or_eq out private protected public register reinterpret_cast requires restrict return short signed sizeof \
    static static_assert static_cast struct super switch template this thread_local throw try typedef typeid \
    typename typeof typeof_unqual union unsigned using virtual void volatile wchar_t while xor xor_eq
    """)

  /// The methods of every object that a setting must not override.
  ///
  /// They are called by the language, collections, archives, key-value coding, and key-value observing.
  private static let inherited: Set = words(
    """
    alloc attributeKeys autoContentAccessingProxy autorelease class classCode classDescription classForArchiver \
    classForCoder classForKeyedArchiver classForPortCoder className copy dealloc debugDescription description \
    finalize hash init isProxy mutableCopy new objectSpecifier observationInfo release retain retainCount \
    scriptingProperties self setNilValueForKey: setObservationInfo: setScriptingProperties: superclass \
    toManyRelationshipKeys toOneRelationshipKeys zone
    """)

  private static func words(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }
}
