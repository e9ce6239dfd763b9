/// The status of a response.
enum PageStatus: Int, Hashable, Sendable, CaseIterable {
  case ok = 200
  case seeOther = 303
  case badRequest = 400
  case forbidden = 403
  case notFound = 404
  case methodNotAllowed = 405
  case lengthRequired = 411
  case contentTooLarge = 413
  case unsupportedMediaType = 415
  case unprocessable = 422
  case headersTooLarge = 431
  case unavailable = 503

  /// The phrase after the number.
  var phrase: String {
    switch self {
    case .ok: "OK"
    case .seeOther: "See Other"
    case .badRequest: "Bad Request"
    case .forbidden: "Forbidden"
    case .notFound: "Not Found"
    case .methodNotAllowed: "Method Not Allowed"
    case .lengthRequired: "Length Required"
    case .contentTooLarge: "Content Too Large"
    case .unsupportedMediaType: "Unsupported Media Type"
    case .unprocessable: "Unprocessable Content"
    case .headersTooLarge: "Request Header Fields Too Large"
    case .unavailable: "Service Unavailable"
    }
  }
}

/// A response to a browser.
struct PageResponse: Hashable, Sendable {
  let status: PageStatus
  var headers: [PageRequest.Header]
  let body: [UInt8]
  /// A Boolean value that indicates whether changes follow the response until the connection is closed.
  var isEventStream = false
  /// A Boolean value that indicates whether the body is left out, because only the headers were requested.
  var hasHeadersOnly = false

  /// Creates a response.
  ///
  /// - Parameters:
  ///   - status: The status.
  ///   - type: The media type of the body.
  ///   - body: The body.
  init(_ status: PageStatus, type: String, _ body: String) {
    self.status = status
    headers = [PageRequest.Header(name: "Content-Type", value: type)]
    self.body = Array(body.utf8)
  }

  /// Returns a response that consists of one sentence.
  static func text(_ status: PageStatus, _ sentence: String) -> PageResponse {
    PageResponse(status, type: "text/plain; charset=utf-8", "\(sentence)\n")
  }

  /// Returns a response that sends the browser to another path of the page.
  static func redirect(to path: String) -> PageResponse {
    var response = text(.seeOther, "The page is at \(path).")
    response.headers.append(PageRequest.Header(name: "Location", value: path))
    return response
  }

  /// The policies of all responses.
  ///
  /// No script and no style is part of a document, and nothing comes from elsewhere.
  static let policies: [(name: String, value: String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; "
        + "base-uri 'none'; frame-ancestors 'none'"
    ),
    ("Cache-Control", "no-store"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Referrer-Policy", "same-origin"),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Connection", "close"),
  ]

  /// The bytes of the response.
  ///
  /// A response without a length ends with the connection.
  var bytes: [UInt8] {
    var lines = ["HTTP/1.1 \(status.rawValue) \(status.phrase)"]
    lines += headers.map { "\($0.name): \($0.value)" }
    lines += Self.policies.map { "\($0.name): \($0.value)" }
    if !isEventStream { lines.append("Content-Length: \(body.count)") }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (hasHeadersOnly ? [] : body)
  }
}
