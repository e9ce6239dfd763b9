/// The signature of a getter or setter in the Objective-C runtime.
struct ObjectiveCMethod: Hashable, Sendable {
  let type: ObjectiveCType
  let isSetter: Bool

  /// The type encoding of the method's signature.
  var encoding: String { isSetter ? "v@:\(type.encoding)" : "\(type.encoding)@:" }
}

extension ObjectiveCType {
  /// The type encoding, as `@encode` returns it.
  var encoding: String {
    switch self {
    case .boolean: Self.booleanEncoding
    case .nativeInteger(let isSigned): Self.encoding(bits: Int.bitWidth, isSigned: isSigned)
    case .integer(let bits, let isSigned): Self.encoding(bits: bits, isSigned: isSigned)
    case .float: "f"
    case .double: "d"
    default: "@"
    }
  }

  private static func encoding(bits: Int, isSigned: Bool) -> String {
    let letter =
      switch bits {
      case 8: "c"
      case 16: "s"
      case 32: "i"
      default: "q"
      }
    return isSigned ? letter : letter.uppercased()
  }

  /// The type encoding of `BOOL`, which is a signed character on Intel-based Macs and a `bool` elsewhere.
  private static var booleanEncoding: String {
    #if (os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64)
      "c"
    #else
      "B"
    #endif
  }
}

extension SettingsForwarding {
  /// The methods for the selectors, except for settings whose types have no Objective-C type.
  var methods: [String: ObjectiveCMethod] {
    var methods: [String: ObjectiveCMethod] = [:]
    for selector in selectors {
      switch target(of: selector) {
      case .getter(let setting):
        methods[selector] = ObjectiveCType(setting.valueType).map { ObjectiveCMethod(type: $0, isSetter: false) }
      case .setter(let setting):
        methods[selector] = ObjectiveCType(setting.valueType).map { ObjectiveCMethod(type: $0, isSetter: true) }
      case nil: break
      }
    }
    return methods
  }
}
