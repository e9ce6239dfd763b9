/// A request of a browser.
struct PageRequest: Hashable, Sendable {
  /// The header fields, whose names are in lowercase.
  struct Header: Hashable, Sendable {
    let name: String
    let value: String
  }

  let method: String
  /// The path as it was sent, without the query; it isn't decoded, because no route needs that.
  let path: String
  /// The query as it was sent, without the question mark.
  let query: String
  let headers: [Header]
  let body: [UInt8]

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - method: The method, such as `GET`.
  ///   - target: The path and the query.
  ///   - headers: The header fields.
  ///   - body: The body.
  init(_ method: String, _ target: String, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.method = method
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(parts.first ?? "")
    query = parts.count > 1 ? String(parts[1]) : ""
    self.headers = headers.map { Header(name: $0.name.lowercased(), value: $0.value) }
    self.body = body
  }

  private init(_ request: PageRequest, method: String) {
    self.method = method
    (path, query, headers, body) = (request.path, request.query, request.headers, request.body)
  }

  /// Returns the request with another method.
  func replacingMethod(with method: String) -> PageRequest { PageRequest(self, method: method) }

  /// Returns the value of a header field, or `nil` if it's missing or repeated.
  func header(_ name: String) -> String? {
    let values = headers.filter { $0.name == name }
    return values.count == 1 ? values[0].value : nil
  }

  /// Returns the value of a cookie, or `nil` if there is none.
  func cookie(_ name: String) -> String? {
    for header in headers where header.name == "cookie" {
      // A semicolon after some scalars, such as U+0600, isn't a character of its own.
      for pair in header.value.unicodeScalars.split(separator: ";") {
        let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2, String(parts[0]) == name { return String(parts[1]) }
      }
    }
    return nil
  }

  /// The media type of the body in lowercase, without parameters.
  var contentType: String? {
    header("content-type").map { value in
      String(value.prefix { $0 != ";" }).lowercased().split(separator: " ").joined()
    }
  }
}

/// The limits of requests.
enum PageLimit {
  /// The number of bytes of the request line and the header fields.
  static let head = 16 * 1_024
  /// The number of header fields.
  static let headers = 64
  /// The number of bytes of the body.
  static let body = 256 * 1_024
  /// The number of fields of a form.
  static let fields = 10_000
  /// The number of connections at one time.
  static let connections = 64
  /// The number of connections at one time that wait for changes.
  static let eventStreams = 16
  /// The time for one request and its response.
  static let time = Duration.seconds(10)
  /// The time between two lines that keep a connection for changes open.
  static let heartbeat = Duration.seconds(15)
  /// The time in which changes are collected before they are sent.
  static let pause = Duration.milliseconds(20)
  /// The number of documents whose rows are remembered, to send only what has changed since.
  static let documents = 16
  /// The number of changes that can be undone.
  static let undoSteps = 100
}
