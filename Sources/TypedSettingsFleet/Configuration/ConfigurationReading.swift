#if Configuration
  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif
  internal import Configuration
  internal import TypedSettingsCore

  /// The parameters of a ``ConfigurationSettingsStore``.
  package struct ConfigurationOptions: Sendable {
    package var includesDomain = false
    package var allowsUndeclaredSecrets = false
    package var maximumValueSize = 1 << 20

    package init(
      includesDomain: Bool = false, allowsUndeclaredSecrets: Bool = false, maximumValueSize: Int = 1 << 20
    ) {
      self.includesDomain = includesDomain
      self.allowsUndeclaredSecrets = allowsUndeclaredSecrets
      self.maximumValueSize = maximumValueSize
    }

    /// Returns the key of a setting in a provider.
    func configKey(of key: SettingsKey) -> AbsoluteConfigKey {
      let names = key.name.split(separator: ".", omittingEmptySubsequences: false)
      let domains = includesDomain && !key.domain.isEmpty ? key.domain.split(separator: ".") : []
      return AbsoluteConfigKey((domains + names).map(String.init))
    }
  }

  /// The way in which a setting is read from a provider.
  struct ConfigurationReading: Hashable, Sendable {
    /// The result of reading a setting.
    enum Outcome {
      /// The provider has the value, or none.
      case value(SettingsValue?)
      /// The provider has a value that mustn't be used.
      case ignored(SettingsError)
      /// The provider failed.
      case failed(SettingsError)
    }

    /// The types to ask for, in order.
    private var types: [ConfigType]
    private var isSecret: Bool
    /// A Boolean value that indicates whether bytes are stored as an array of integers.
    private var usesByteArray: Bool

    init(of setting: SettingDeclaration) {
      let preferred = Self.types(of: setting.valueType)
      types = preferred + Self.allTypes.filter { !preferred.contains($0) }
      isSecret = setting.traits.contains(.secret)
      let type = (setting.valueType as? any OptionalValue.Type)?.wrappedType ?? setting.valueType
      usesByteArray = type == [UInt8].self
    }

    /// Adds another declaration of the same key.
    mutating func merge(_ other: ConfigurationReading) { isSecret = isSecret || other.isSecret }

    /// Reads the value of a key.
    func read(
      _ key: SettingsKey, from snapshot: any ConfigSnapshot, _ options: ConfigurationOptions
    ) -> Outcome {
      let configKey = options.configKey(of: key)
      var failure: (any Error)?
      for type in types {
        do {
          guard let value = try snapshot.value(forKey: configKey, type: type).value else { return .value(nil) }
          return outcome(of: value, key, options)
        } catch {
          failure = failure ?? error
        }
      }
      let error = SettingsError(
        .storeFailed, found: "a provider that can't return a value of any type",
        advice: "check the source of the provider; the last known value is used until then", underlying: failure)
      return .failed(error.at(key, isSecret: isSecret))
    }

    private func outcome(of value: ConfigValue, _ key: SettingsKey, _ options: ConfigurationOptions) -> Outcome {
      if value.isSecret, !isSecret, !options.allowsUndeclaredSecrets {
        return .ignored(
          SettingsError(
            .secretRefused, key: key, found: "a secret value for a setting that isn't secret",
            advice: "add the trait 'secret' to the setting, or set 'allowsUndeclaredSecrets'; the value is ignored"))
      }
      let size = value.content.size
      guard size <= options.maximumValueSize else {
        return .ignored(
          SettingsError(
            .tooLarge, key: key, found: "a value of \(size) bytes, where \(options.maximumValueSize) are allowed",
            advice: "store a smaller value, or raise 'maximumValueSize'; the value is ignored"))
      }
      if usesByteArray, case .bytes(let bytes) = value.content {
        return .value(.array(bytes.map { .integer(Int64($0)) }))
      }
      return .value(SettingsValue(value.content))
    }

    private static let allTypes: [ConfigType] = [
      .string, .int, .double, .bool, .stringArray, .intArray, .doubleArray, .boolArray, .bytes, .byteChunkArray,
    ]

    /// Returns the types that fit a type of settings best.
    private static func types(of type: Any.Type) -> [ConfigType] {
      if let optional = type as? any OptionalValue.Type { return types(of: optional.wrappedType) }
      if let enumeration = type as? any RawRepresentable.Type { return types(of: rawType(of: enumeration)) }
      if let list = type as? any ListType.Type, type != [UInt8].self {
        return types(of: list.elementType).compactMap { arrayTypes[$0] }
      }
      return switch type {
      case is any BinaryInteger.Type: [.int]
      case is any BinaryFloatingPoint.Type: [.double, .int]
      case is Bool.Type: [.bool]
      case is Data.Type, is [UInt8].Type: [.bytes]
      default: [.string]
      }
    }

    private static let arrayTypes: [ConfigType: ConfigType] = [
      .string: .stringArray, .int: .intArray, .double: .doubleArray, .bool: .boolArray, .bytes: .byteChunkArray,
    ]

    private static func rawType<Enumeration: RawRepresentable>(of type: Enumeration.Type) -> Any.Type {
      Enumeration.RawValue.self
    }
  }

  extension SettingsValue {
    /// Creates the value of a content.
    fileprivate init(_ content: ConfigContent) {
      self =
        switch content {
        case .string(let text): .string(text)
        case .int(let number): .integer(Int64(number))
        case .double(let number): .double(number)
        case .bool(let flag): .bool(flag)
        case .bytes(let bytes): .data(Data(bytes))
        case .stringArray(let texts): .array(texts.map { .string($0) })
        case .intArray(let numbers): .array(numbers.map { .integer(Int64($0)) })
        case .doubleArray(let numbers): .array(numbers.map { .double($0) })
        case .boolArray(let flags): .array(flags.map { .bool($0) })
        case .byteChunkArray(let chunks): .array(chunks.map { .data(Data($0)) })
        }
    }
  }

  extension ConfigContent {
    /// The approximate size in bytes.
    fileprivate var size: Int {
      switch self {
      case .string(let text): text.utf8.count
      case .int, .double, .bool: 8
      case .bytes(let bytes): bytes.count
      case .stringArray(let texts): texts.reduce(0) { $0 + $1.utf8.count + 8 }
      case .intArray(let numbers): 8 * numbers.count
      case .doubleArray(let numbers): 8 * numbers.count
      case .boolArray(let flags): 8 * flags.count
      case .byteChunkArray(let chunks): chunks.reduce(0) { $0 + $1.count + 8 }
      }
    }
  }
#endif
