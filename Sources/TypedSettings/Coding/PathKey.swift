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

extension CodingKey {
  /// The key as errors show it: a name from the code or an index.
  ///
  /// The keys of stored dictionaries are somebody's data, which no error text may contain.
  var nameInErrors: String {
    if let intValue { return String(intValue) }
    return self is PathKey || Mirror(reflecting: self).displayStyle == .enum ? stringValue : "*"
  }
}
