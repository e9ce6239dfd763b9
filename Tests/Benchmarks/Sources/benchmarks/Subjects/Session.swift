/// The struct of four fields that the rows on coding encode and decode.
struct Session: Codable, Equatable {
  var title: String
  var minutes: Int
  var isDone: Bool
  var rating: Double

  init(number: Int) {
    title = "session \(number)"
    minutes = number
    isDone = number % 2 == 0
    rating = Double(number) + 0.5
  }
}
