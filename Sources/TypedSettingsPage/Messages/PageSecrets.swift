/// The secrets of a page, which a browser gets from its address.
struct PageSecrets: Hashable, Sendable {
  /// The secret in the address, which the browser exchanges for the session.
  let token: String
  /// The secret in the cookie.
  let session: String
  /// The name of the page's folder.
  let folder: String

  private static let lengths = [64, 64, 32]

  /// Creates new secrets: 256 random bits, and 128 for the folder, as hexadecimal digits.
  init(using random: inout some RandomNumberGenerator) {
    token = Self.digits(64, using: &random)
    session = Self.digits(64, using: &random)
    folder = Self.digits(32, using: &random)
  }

  /// Creates the secrets that a file contains, or returns `nil` if a text has another form.
  init?(text: String) {
    let lines = text.split(separator: "\n").map(String.init)
    guard lines.map(\.utf8.count) == Self.lengths, lines.allSatisfy({ $0.allSatisfy(\.isHexDigit) }) else { return nil }
    (token, session, folder) = (lines[0], lines[1], lines[2])
  }

  /// The text of a file with the secrets.
  var text: String { "\(token)\n\(session)\n\(folder)\n" }

  private static func digits(_ count: Int, using random: inout some RandomNumberGenerator) -> String {
    (0..<count / 16).map { _ in
      let digits = String(random.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
