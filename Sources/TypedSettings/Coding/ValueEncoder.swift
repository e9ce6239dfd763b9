#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The encoder that a type's `encode(to:)` sees at one place of the tree.
struct ValueEncoder: Encoder {
  let node: EncodingNode
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any]

  init(node: EncodingNode, codingPath: [any CodingKey], userInfo: [CodingUserInfoKey: Any]) {
    self.node = node
    self.codingPath = codingPath
    self.userInfo = userInfo
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.becomeDictionary()
    return KeyedEncodingContainer(KeyedValueEncoder<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.becomeArray()
    return UnkeyedValueEncoder(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { SingleValueEncoder(encoder: self) }

  /// The encoder of a place below this one.
  func nested(_ node: EncodingNode, _ key: any CodingKey) -> ValueEncoder {
    ValueEncoder(node: node, codingPath: codingPath + [key], userInfo: userInfo)
  }

  /// Encodes a value here: natively if its type has a native kind, and otherwise by its own code.
  func encode(_ value: some Encodable) throws {
    guard codingPath.count <= SettingsValue.maximumDepth else {
      throw SettingsError.tooDeep(at: codingPath.map(\.nameInErrors))
    }
    switch value {
    case let value as Date: node.set(.date(value))
    case let value as Data: node.set(.data(value))
    case let value as URL: node.set(value.settingsValue)
    case let value as UUID: node.set(value.settingsValue)
    case let value as SettingsValue: node.set(value)
    default: try value.encode(to: self)
    }
  }
}
