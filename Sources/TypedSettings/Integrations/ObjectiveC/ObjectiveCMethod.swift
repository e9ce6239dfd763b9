/// A getter or a setter as the runtime of Objective-C knows it.
struct ObjectiveCMethod: Hashable, Sendable {
  let type: ObjectiveCType
  let isSetter: Bool

  /// The types of what the method returns and takes, in the encoding of the runtime.
  var encoding: String { isSetter ? "v@:\(type.encoding)" : "\(type.encoding)@:" }
}

extension ObjectiveCType {
  /// The type in the encoding that `@encode` gives.
  var encoding: String {
    switch self {
    case .truth: Self.truthEncoding
    case .word(let isSigned): Self.encoding(bits: Int.bitWidth, isSigned: isSigned)
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

  /// `BOOL` is a signed character on Macs with Intel processors, and a `bool` anywhere else.
  private static var truthEncoding: String {
    #if (os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64)
      "c"
    #else
      "B"
    #endif
  }
}

extension SettingsForwarding {
  /// The methods that an object would have under the selectors; none for settings of which Objective-C has no type.
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
