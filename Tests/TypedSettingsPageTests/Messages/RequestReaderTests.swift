import Testing
import TypedSettings

@testable import TypedSettingsPage

@Suite("Reading requests") struct RequestReaderTests {
  private static let request =
    "POST /save?q=a%20b HTTP/1.1\r\nHost: localhost:8080\r\nCookie: x=1; settings-8080=abc\r\n"
    + "Content-Length: 3\r\n\r\na=1"

  private func read(_ text: String) -> RequestReader.Progress {
    var reader = RequestReader()
    return reader.read(Array(text.utf8))
  }

  @Test func `a request is read from pieces of any length`() {
    let bytes = Array(Self.request.utf8)
    for length in 1...bytes.count {
      var reader = RequestReader()
      var progress = RequestReader.Progress.incomplete
      var start = 0
      while start < bytes.count {
        #expect(progress == .incomplete)
        progress = reader.read(Array(bytes[start..<min(start + length, bytes.count)]))
        start += length
      }
      guard case .complete(let request) = progress else {
        Issue.record("not complete with pieces of \(length) bytes")
        continue
      }
      #expect(request.method == "POST")
      #expect(request.path == "/save")
      #expect(request.query == "q=a%20b")
      #expect(request.header("host") == "localhost:8080")
      #expect(request.cookie("settings-8080") == "abc")
      #expect(request.body == Array("a=1".utf8))
    }
  }

  @Test func `a request that is cut off is incomplete`() {
    let bytes = Array(Self.request.utf8)
    for count in bytes.indices {
      var reader = RequestReader()
      #expect(reader.read(Array(bytes[..<count])) == .incomplete, "after \(count) bytes")
    }
  }

  @Test(arguments: [
    ("GET / HTTP/1.1\nHost: a\n\n\r\n\r\n", PageStatus.badRequest),
    ("GET /\r\n\r\n", .badRequest),
    ("GET / HTTP/2\r\n\r\n", .badRequest),
    ("GET  / HTTP/1.1\r\n\r\n", .badRequest),
    ("GET http://evil.example/ HTTP/1.1\r\n\r\n", .badRequest),
    ("G(T / HTTP/1.1\r\n\r\n", .badRequest),
    ("GET / HTTP/1.1\r\n folded: 1\r\n\r\n", .badRequest),
    ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", .badRequest),
    ("GET / HTTP/1.1\r\nHost\r\n\r\n", .badRequest),
    ("GET / HTTP/1.1\r\nHost: \u{E9}\r\n\r\n", .badRequest),
    ("GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n", .badRequest),
    ("GET /\u{E9} HTTP/1.1\r\n\r\n", .badRequest),
    ("GET / HTTP/1.1\r\nCookie\u{E9}: a\r\n\r\n", .badRequest),
    ("GET / HTTP/1.1\r\nCookie: a\u{7F}\r\n\r\n", .badRequest),
    ("GET / HTTP/1.1\r\nCookie: a\u{0}\r\n\r\n", .badRequest),
    ("POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n", .badRequest),
    ("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", .badRequest),
    ("POST / HTTP/1.1\r\nContent-Length: +1\r\n\r\n", .badRequest),
    ("POST / HTTP/1.1\r\nContent-Length:\r\n\r\n", .badRequest),
    ("POST / HTTP/1.1\r\nContent-Length: 262145\r\n\r\n", .contentTooLarge),
    ("POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", .contentTooLarge),
    ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", .lengthRequired),
  ]) func `a malformed request is refused`(text: String, status: PageStatus) {
    #expect(read(text) == .refused(status))
  }

  @Test(arguments: [[0xC3, 0xAB], [0xEB], [0xCC, 0x81], [0xD8, 0x80]] as [[UInt8]])
  func `a cookie of a program at another port can have any text`(text: [UInt8]) throws {
    var reader = RequestReader()
    let start = Array("GET / HTTP/1.1\r\nHost: a\r\nCookie: name=Zo".utf8)
    let progress = reader.read(start + text + Array("; settings-8080=abc\r\n\r\n".utf8))
    guard case .complete(let request) = progress else {
      Issue.record("\(progress)")
      return
    }
    #expect(request.cookie("settings-8080") == "abc")
    #expect(request.header("host") == "a")
  }

  @Test func `an oversized request is refused`() {
    let fields = String(repeating: "A: 1\r\n", count: 65)
    let path = String(repeating: "a", count: 16_500)
    #expect(read("GET / HTTP/1.1\r\n\(fields)\r\n") == .refused(.headersTooLarge))
    #expect(read("GET /\(path) HTTP/1.1\r\n\r\n") == .refused(.headersTooLarge))
    #expect(read(path) == .refused(.headersTooLarge))
  }

  @Test func `random bytes never crash the reader`() {
    var random = CountingGenerator()
    for _ in 0..<2_000 {
      var reader = RequestReader()
      var bytes = Array(Self.request.utf8)
      for _ in 0..<3 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = reader.read(bytes)
    }
  }
}
