/// An enum with a raw value and a `Codable` conformance, like most setting types.
enum Theme: String, Codable, CaseIterable {
  case automatic, light, dark
}

/// An enum with a raw value only.
enum Alarm: Int {
  case silent = 0
  case bell = 1
}

/// A struct stored by its properties.
struct Profile: Codable, Equatable {
  var name: String
  var age: Int
}
