import Foundation

/// The current version of the type that most rows use.
struct Profile: Codable, Equatable {
  var name = "N"
  var age = 30
  var theme = Theme.light
  var nick: String? = "nick"
  var home = Address()
  var work: Address?
  var tags = ["t"]

  enum Theme: String, Codable { case light, dark }

  struct Address: Codable, Equatable {
    var street = "S"
    var number: UInt8 = 1
    var place = Place()
  }

  struct Place: Codable, Equatable {
    var city = "C"
    var zip: String?
  }
}
