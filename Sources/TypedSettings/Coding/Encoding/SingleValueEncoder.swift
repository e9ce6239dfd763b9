/// Writes one value in the place of its encoder.
struct SingleValueEncoder: SingleValueEncodingContainer {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() throws { try encoder.put(.null) }
  func encode(_ value: Bool) throws { try encoder.put(value.settingsValue) }
  func encode(_ value: String) throws { try encoder.put(value.settingsValue) }
  func encode(_ value: Double) throws { try encoder.put(value.settingsValue) }
  func encode(_ value: Float) throws { try encoder.put(value.settingsValue) }
  func encode(_ value: Int) throws { try encoder.put(value.settingsValue) }
  func encode(_ value: Int8) throws { try encoder.put(value.settingsValue) }
  func encode(_ value: Int16) throws { try encoder.put(value.settingsValue) }
  func encode(_ value: Int32) throws { try encoder.put(value.settingsValue) }
  func encode(_ value: Int64) throws { try encoder.put(value.settingsValue) }
  func encode(_ value: Int128) throws { try encoder.put(value.settingsValue) }
  func encode(_ value: UInt) throws { try encoder.put(value.settingsValue) }
  func encode(_ value: UInt8) throws { try encoder.put(value.settingsValue) }
  func encode(_ value: UInt16) throws { try encoder.put(value.settingsValue) }
  func encode(_ value: UInt32) throws { try encoder.put(value.settingsValue) }
  func encode(_ value: UInt64) throws { try encoder.put(value.settingsValue) }
  func encode(_ value: UInt128) throws { try encoder.put(value.settingsValue) }
  func encode(_ value: some Encodable) throws { try encoder.encodeHere(value) }
}
