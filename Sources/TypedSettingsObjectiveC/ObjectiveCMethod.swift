internal import TypedSettingsCore

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

#if canImport(ObjectiveC)
  internal import ObjectiveC

  extension ObjectiveCMethod {
    /// Returns the implementation of the method.
    ///
    /// It looks up the setting in the object, because objects for different groups may share a class.
    func implementation(of selector: String) -> IMP { isSetter ? setter(selector) : getter(selector) }

    private func getter(_ selector: String) -> IMP {
      switch type {
      case .boolean:
        let block: @convention(block) (ForwardedSettings) -> ObjCBool = { ObjCBool($0.boolean(selector)) }
        return imp_implementationWithBlock(block)
      case .nativeInteger(isSigned: true), .integer(bits: Int.bitWidth, isSigned: true):
        let block: @convention(block) (ForwardedSettings) -> Int = { $0.number(selector) }
        return imp_implementationWithBlock(block)
      case .nativeInteger(isSigned: false), .integer(bits: Int.bitWidth, isSigned: false):
        let block: @convention(block) (ForwardedSettings) -> UInt = { $0.number(selector) }
        return imp_implementationWithBlock(block)
      case .integer(bits: 8, isSigned: true):
        let block: @convention(block) (ForwardedSettings) -> Int8 = { $0.number(selector) }
        return imp_implementationWithBlock(block)
      case .integer(bits: 8, isSigned: false):
        let block: @convention(block) (ForwardedSettings) -> UInt8 = { $0.number(selector) }
        return imp_implementationWithBlock(block)
      case .integer(bits: 16, isSigned: true):
        let block: @convention(block) (ForwardedSettings) -> Int16 = { $0.number(selector) }
        return imp_implementationWithBlock(block)
      case .integer(bits: 16, isSigned: false):
        let block: @convention(block) (ForwardedSettings) -> UInt16 = { $0.number(selector) }
        return imp_implementationWithBlock(block)
      case .integer(bits: 32, isSigned: true):
        let block: @convention(block) (ForwardedSettings) -> Int32 = { $0.number(selector) }
        return imp_implementationWithBlock(block)
      case .integer(bits: 32, isSigned: false):
        let block: @convention(block) (ForwardedSettings) -> UInt32 = { $0.number(selector) }
        return imp_implementationWithBlock(block)
      case .integer(bits: _, isSigned: true):
        let block: @convention(block) (ForwardedSettings) -> Int64 = { $0.number(selector) }
        return imp_implementationWithBlock(block)
      case .integer(bits: _, isSigned: false):
        let block: @convention(block) (ForwardedSettings) -> UInt64 = { $0.number(selector) }
        return imp_implementationWithBlock(block)
      case .float:
        let block: @convention(block) (ForwardedSettings) -> Float = { $0.number(selector) }
        return imp_implementationWithBlock(block)
      case .double:
        let block: @convention(block) (ForwardedSettings) -> Double = { $0.number(selector) }
        return imp_implementationWithBlock(block)
      default:
        let block: @convention(block) (ForwardedSettings) -> AnyObject? = { $0.object(selector) }
        return imp_implementationWithBlock(block)
      }
    }

    private func setter(_ selector: String) -> IMP {
      switch type {
      case .boolean:
        let block: @convention(block) (ForwardedSettings, ObjCBool) -> Void = { $0.set(selector, $1.boolValue) }
        return imp_implementationWithBlock(block)
      case .nativeInteger(isSigned: true), .integer(bits: Int.bitWidth, isSigned: true):
        let block: @convention(block) (ForwardedSettings, Int) -> Void = { $0.set(selector, $1) }
        return imp_implementationWithBlock(block)
      case .nativeInteger(isSigned: false), .integer(bits: Int.bitWidth, isSigned: false):
        let block: @convention(block) (ForwardedSettings, UInt) -> Void = { $0.set(selector, $1) }
        return imp_implementationWithBlock(block)
      case .integer(bits: 8, isSigned: true):
        let block: @convention(block) (ForwardedSettings, Int8) -> Void = { $0.set(selector, $1) }
        return imp_implementationWithBlock(block)
      case .integer(bits: 8, isSigned: false):
        let block: @convention(block) (ForwardedSettings, UInt8) -> Void = { $0.set(selector, $1) }
        return imp_implementationWithBlock(block)
      case .integer(bits: 16, isSigned: true):
        let block: @convention(block) (ForwardedSettings, Int16) -> Void = { $0.set(selector, $1) }
        return imp_implementationWithBlock(block)
      case .integer(bits: 16, isSigned: false):
        let block: @convention(block) (ForwardedSettings, UInt16) -> Void = { $0.set(selector, $1) }
        return imp_implementationWithBlock(block)
      case .integer(bits: 32, isSigned: true):
        let block: @convention(block) (ForwardedSettings, Int32) -> Void = { $0.set(selector, $1) }
        return imp_implementationWithBlock(block)
      case .integer(bits: 32, isSigned: false):
        let block: @convention(block) (ForwardedSettings, UInt32) -> Void = { $0.set(selector, $1) }
        return imp_implementationWithBlock(block)
      case .integer(bits: _, isSigned: true):
        let block: @convention(block) (ForwardedSettings, Int64) -> Void = { $0.set(selector, $1) }
        return imp_implementationWithBlock(block)
      case .integer(bits: _, isSigned: false):
        let block: @convention(block) (ForwardedSettings, UInt64) -> Void = { $0.set(selector, $1) }
        return imp_implementationWithBlock(block)
      case .float:
        let block: @convention(block) (ForwardedSettings, Float) -> Void = { $0.set(selector, $1) }
        return imp_implementationWithBlock(block)
      case .double:
        let block: @convention(block) (ForwardedSettings, Double) -> Void = { $0.set(selector, $1) }
        return imp_implementationWithBlock(block)
      default:
        let block: @convention(block) (ForwardedSettings, AnyObject?) -> Void = { $0.setObject(selector, $1) }
        return imp_implementationWithBlock(block)
      }
    }
  }

  extension ForwardedSettings {
    fileprivate func boolean(_ selector: String) -> Bool {
      forwarding.target(of: selector)?.setting.forwardedBool ?? false
    }

    fileprivate func number<Number: SettingsValueConvertible & Numeric>(_ selector: String) -> Number {
      forwarding.target(of: selector)?.setting.forwardedNumber(as: Number.self) ?? .zero
    }

    fileprivate func object(_ selector: String) -> AnyObject? {
      forwarding.target(of: selector)?.setting.forwardedObject.map { $0 as AnyObject }
    }

    fileprivate func set(_ selector: String, _ value: some SettingsValueConvertible) {
      forwarding.target(of: selector)?.setting.setForwarded(value)
    }

    fileprivate func setObject(_ selector: String, _ object: AnyObject?) {
      forwarding.target(of: selector)?.setting.setForwardedObject(object)
    }
  }
#endif
