/// Makes one type of another and back.
struct CodingConversion<Value: Sendable, Other: Sendable>: Sendable {
  let encode: @Sendable (Value) throws -> Other
  let decode: @Sendable (Other) throws -> Value

  func encoded(_ value: Value) throws(SettingsError) -> Other {
    do { return try encode(value) } catch { throw .unencodable(error) }
  }

  func encodedOrNil(_ value: Value) -> Other? {
    do throws(SettingsError) { return try encoded(value) } catch { return nil }
  }

  func decoded(_ other: Other, of stored: SettingsValue) throws(SettingsError) -> Value {
    do { return try decode(other) } catch { throw DecodingProblem(error, in: stored, failedPath: nil).error }
  }

  func decodedOrNil(_ other: Other) -> Value? {
    do { return try decode(other) } catch { return nil }
  }

  func decodedOrNil(_ other: Other, of stored: SettingsValue) -> Value? {
    do throws(SettingsError) { return try decoded(other, of: stored) } catch { return nil }
  }
}
