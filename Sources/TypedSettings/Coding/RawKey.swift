/// The coding key of an entry of a dictionary that is stored under the raw values of its keys.
struct RawKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { return nil }
}
