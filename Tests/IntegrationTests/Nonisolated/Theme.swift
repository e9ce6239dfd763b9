/// An enum with a raw value and a `Codable` conformance, as most settings have it.
enum Theme: String, Codable, CaseIterable {
  case automatic, light, dark
}

/// An enum with a raw value alone.
enum Alarm: Int {
  case silent = 0
  case bell = 1
}

/// A struct stored by its properties.
struct Profile: Codable, Equatable {
  var name: String
  var age: Int
}
