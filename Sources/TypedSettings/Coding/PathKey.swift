/// A coding key of any name, for paths and for the places that have no key of their own.
struct PathKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  static let superclass = PathKey(stringValue: "super")

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }
}
