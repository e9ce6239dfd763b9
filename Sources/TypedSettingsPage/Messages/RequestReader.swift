/// A reader of requests in HTTP/1.1, one for each connection.
///
/// It accepts what browsers send, and refuses the rest: bare line feeds, folded and malformed header fields, bodies in
/// chunks, and lengths that are repeated or too large.
struct RequestReader {
  /// The state after some bytes.
  enum Progress: Hashable, Sendable {
    /// More bytes are needed.
    case incomplete
    /// The request is complete.
    case complete(PageRequest)
    /// The request is refused with a status.
    case refused(PageStatus)
  }

  private struct Refusal: Error { let status: PageStatus }

  private var bytes: [UInt8] = []
  private var searched = 0
  private var head: (request: PageRequest, length: Int)?

  /// Reads more bytes of the connection.
  mutating func read(_ more: [UInt8]) -> Progress {
    bytes += more
    do {
      if head == nil { try readHead() }
      guard let head else { return .incomplete }
      guard bytes.count >= head.length else { return .incomplete }
      let request = head.request
      return .complete(
        PageRequest(
          request.method, request.query.isEmpty ? request.path : "\(request.path)?\(request.query)",
          headers: request.headers.map { ($0.name, $0.value) }, body: Array(bytes[..<head.length])))
    } catch let refusal as Refusal {
      return .refused(refusal.status)
    } catch {
      return .refused(.badRequest)
    }
  }

  /// Reads the request line and the header fields, if all of them are there, and removes them from the bytes.
  private mutating func readHead() throws {
    let end: [UInt8] = Array("\r\n\r\n".utf8)
    var position = max(0, searched - 3)
    while position + 4 <= bytes.count, bytes[position..<position + 4] != end[...] { position += 1 }
    searched = bytes.count
    guard position + 4 <= bytes.count else {
      if bytes.count > PageLimit.head { throw Refusal(status: .headersTooLarge) }
      return
    }
    guard position <= PageLimit.head else { throw Refusal(status: .headersTooLarge) }
    let text = bytes[..<position]
    bytes.removeFirst(position + 4)
    // A request of a browser has no other control characters.
    guard text.allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x0D || $0 == 0x0A || $0 == 0x09 }) else {
      throw Refusal(status: .badRequest)
    }
    // A carriage return and a line feed are one character.
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
    guard lines.allSatisfy({ !$0.contains("\r") && !$0.contains("\n") }), let first = lines.first else {
      throw Refusal(status: .badRequest)
    }
    let request = try Self.request(of: first, headers: Self.headers(of: lines.dropFirst()))
    head = (request, try Self.length(of: request))
  }

  private static func request(of line: Substring, headers: [(name: String, value: String)]) throws -> PageRequest {
    guard isASCII(line) else { throw Refusal(status: .badRequest) }
    let parts = line.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2] == "HTTP/1.1" || parts[2] == "HTTP/1.0", isToken(parts[0]), parts[1].first == "/"
    else { throw Refusal(status: .badRequest) }
    return PageRequest(String(parts[0]), String(parts[1]), headers: headers)
  }

  private static func headers(of lines: ArraySlice<Substring>) throws -> [(name: String, value: String)] {
    guard lines.count <= PageLimit.headers else { throw Refusal(status: .headersTooLarge) }
    return try lines.map { line in
      guard let colon = line.firstIndex(of: ":"), isToken(line[..<colon]) else { throw Refusal(status: .badRequest) }
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      // The cookies of programs at other ports are sent too, and can have any text.
      guard isASCII(value) || line[..<colon].lowercased() == "cookie" else { throw Refusal(status: .badRequest) }
      return (String(line[..<colon]), String(value.dropLast(value.reversed().prefix { $0 == " " || $0 == "\t" }.count)))
    }
  }

  private static func isASCII(_ text: Substring) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

  private static func isToken(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { "!#$%&'*+-.^_`|~".utf8.contains($0) || $0.isLetterOrDigit }
  }

  /// Returns the number of bytes of the body.
  private static func length(of request: PageRequest) throws -> Int {
    guard !request.headers.contains(where: { $0.name == "transfer-encoding" }) else {
      throw Refusal(status: .lengthRequired)
    }
    let lengths = request.headers.filter { $0.name == "content-length" }.map(\.value)
    guard let text = lengths.first else { return 0 }
    guard lengths.count == 1, !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw Refusal(status: .badRequest)
    }
    guard let length = Int(text), length <= PageLimit.body else { throw Refusal(status: .contentTooLarge) }
    return length
  }
}

extension UInt8 {
  /// A Boolean value that indicates whether the byte is a letter or a digit in ASCII.
  var isLetterOrDigit: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
  }
}
