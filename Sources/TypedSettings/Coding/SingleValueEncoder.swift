/// Writes one value in the place of its encoder.
struct SingleValueEncoder: SingleValueEncodingContainer {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() { encoder.node.set(.null) }
  func encode(_ value: Bool) { encoder.node.set(value.settingsValue) }
  func encode(_ value: String) { encoder.node.set(value.settingsValue) }
  func encode(_ value: Double) { encoder.node.set(value.settingsValue) }
  func encode(_ value: Float) { encoder.node.set(value.settingsValue) }
  func encode(_ value: Int) { encoder.node.set(value.settingsValue) }
  func encode(_ value: Int8) { encoder.node.set(value.settingsValue) }
  func encode(_ value: Int16) { encoder.node.set(value.settingsValue) }
  func encode(_ value: Int32) { encoder.node.set(value.settingsValue) }
  func encode(_ value: Int64) { encoder.node.set(value.settingsValue) }
  func encode(_ value: Int128) { encoder.node.set(value.settingsValue) }
  func encode(_ value: UInt) { encoder.node.set(value.settingsValue) }
  func encode(_ value: UInt8) { encoder.node.set(value.settingsValue) }
  func encode(_ value: UInt16) { encoder.node.set(value.settingsValue) }
  func encode(_ value: UInt32) { encoder.node.set(value.settingsValue) }
  func encode(_ value: UInt64) { encoder.node.set(value.settingsValue) }
  func encode(_ value: UInt128) { encoder.node.set(value.settingsValue) }
  func encode(_ value: some Encodable) throws { try encoder.encode(value) }
}
