import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsPage

@Suite("Access to the page") struct PageAccessTests {
  private let page = TestPage()

  private func status(
    _ method: String, _ target: String, _ headers: [String: String?] = [:], body: String = ""
  ) async -> PageStatus {
    var all: [String: String?] = ["Host": "127.0.0.1:8080", "Cookie": page.cookie]
    if method == "POST" {
      all["Origin"] = "http://127.0.0.1:8080"
      all["Content-Type"] = "application/x-www-form-urlencoded"
    }
    all.merge(headers) { $1 }
    let list = all.compactMap { name, value in value.map { (name, $0) } }
    return await page.session.response(
      to: PageRequest(
        method, target.hasPrefix("/?token=") ? target : page.place(target), headers: list, body: Array(body.utf8))
    ).status
  }

  @Test func `the token is exchanged for a cookie by a redirect`() async throws {
    let request = PageRequest("GET", "/?token=\(page.access.token)", headers: [("Host", "localhost:8080")])
    let response = await page.session.response(to: request)
    #expect(response.status == .seeOther)
    #expect(response.header("Location") == page.access.root)
    let cookie = try #require(response.header("Set-Cookie"))
    #expect(cookie == "\(page.cookie); Path=\(page.access.root); HttpOnly; SameSite=Lax")
    #expect(!cookie.contains(page.access.token))
    #expect(await status("GET", "/") == .ok)
  }

  @Test(arguments: ["/", "/style.css", "/save", "/other/", "/api/save"])
  func `nothing is outside of the folder of the run, also not with the cookie`(target: String) async {
    for method in ["GET", "POST"] {
      let headers = [
        ("Host", "127.0.0.1:8080"), ("Cookie", page.cookie), ("Origin", "http://127.0.0.1:8080"),
        ("Content-Type", "application/x-www-form-urlencoded"),
      ]
      let request = PageRequest(method, target, headers: headers, body: Array("setting=isVerbose".utf8))
      #expect(await page.session.response(to: request).status == .notFound)
    }
  }

  @Test func `the secrets have 256 bits each, and differ between runs`() {
    var random = SystemRandomNumberGenerator()
    let secrets = (0..<100).map { _ in PageSecrets(using: &random) }.flatMap { [$0.token, $0.session] }
    #expect(Set(secrets).count == 200)
    #expect(secrets.allSatisfy { $0.count == 64 && $0.allSatisfy(\.isHexDigit) })
  }

  @Test(arguments: ["", "0", "not the token", String(repeating: "0", count: 64)])
  func `another token is refused`(token: String) async {
    #expect(await status("GET", "/?token=\(token.percentEncoded)", ["Cookie": nil]) == .forbidden)
  }

  @Test(arguments: ["/", "/style.css", "/script.js", "/events", "/?q=a"])
  func `a request without the cookie is refused`(target: String) async {
    #expect(await status("GET", target, ["Cookie": nil]) == .forbidden)
    #expect(await status("GET", target, ["Cookie": "\(page.access.cookieName)=\(page.access.token)"]) == .forbidden)
    #expect(await status("GET", target, ["Cookie": "other=\(page.access.session)"]) == .forbidden)
  }

  @Test(arguments: [
    nil, "", "evil.example", "evil.example:8080", "127.0.0.1", "127.0.0.1:8081", "127.0.0.1:8080.evil.example",
    "127.0.0.1.evil.example:8080", "127.evil:8080", "evil@127.0.0.1:8080", "localhost:8080:8080", " ", "[::1]:8080",
    "localhost.:8080", "0x7f000001:8080",
  ]) func `another host is refused`(host: String?) async {
    #expect(await status("GET", "/", ["Host": host]) == .forbidden)
  }

  @Test(
    arguments: [
      ("192.168.1.20:8080", true), ("[fe80::1]:8080", true), ("kiosk.local:8080", true), ("127.0.0.1:8080", true),
      ("192.168.1.20", false), ("192.168.1.20:80", false), ("192.168.1.020:8080", false), ("1.2.3.4.5:8080", false),
      ("256.1.1.1:8080", false), ("evil.example:8080", false), ("[evil.example]:8080", false),
      ("3232235796:8080", false),
    ])
  func `at all addresses of the machine, numeric hosts and its names are allowed`(host: String, isAllowed: Bool) {
    var random = CountingGenerator()
    let secrets = PageSecrets(using: &random)
    let access = PageAccess(
      names: ["127.0.0.1", "kiosk.local"], port: 8080, allowsAddresses: true, secrets: secrets)
    let headers = [("Host", host), ("Cookie", "\(access.cookieName)=\(secrets.session)")]
    #expect((access.answer(to: PageRequest("GET", access.root, headers: headers)) == nil) == isAllowed)
  }

  @Test func `a browser without the session gets a page that explains it`() async {
    let request = PageRequest("GET", page.place("/"), headers: [("Host", "localhost:8080")])
    let response = await page.session.response(to: request)
    #expect(response.status == .forbidden && response.header("Content-Type") == "text/html; charset=utf-8")
    #expect(response.text.contains("Open the address that the program has printed"))
  }

  @Test(arguments: ["", "a\nb\nc\n", String(repeating: "a", count: 160)])
  func `secrets are read from the text that they have, and from no other`(_ other: String) {
    var random = CountingGenerator()
    let secrets = PageSecrets(using: &random)
    #expect(PageSecrets(text: secrets.text) == secrets)
    #expect(PageSecrets(text: other) == nil)
    #expect(PageSecrets(text: secrets.text + "more") == nil)
  }

  @Test(arguments: ["/", "/style.css", "/events", "/nothing"])
  func `a request for the headers gets those of the document, and no body`(target: String) async {
    let headers = [("Host", "127.0.0.1:8080"), ("Cookie", page.cookie)]
    let head = await page.session.response(to: PageRequest("HEAD", page.place(target), headers: headers))
    let whole = await page.session.response(to: PageRequest("GET", page.place(target), headers: headers))
    #expect(head.status == whole.status && head.header("Content-Type") == whole.header("Content-Type"))
    #expect(!head.isEventStream)
    #expect(String(decoding: head.bytes, as: UTF8.self).hasSuffix("\r\n\r\n"))
  }

  @Test func `repeated hosts are refused`() async {
    let hosts = [("Host", "127.0.0.1:8080"), ("Host", "127.0.0.1:8080"), ("Cookie", page.cookie)]
    #expect(await page.session.response(to: PageRequest("GET", page.place("/"), headers: hosts)).status == .forbidden)
  }

  @Test(arguments: [
    nil, "null", "", "http://evil.example", "https://127.0.0.1:8080", "http://127.0.0.1", "http://127.0.0.1:8081",
    "http://localhost:8080", "http://127.0.0.1:8080.evil.example", "http://127.0.0.1:8080/",
  ]) func `another origin of a change is refused`(origin: String?) async {
    #expect(await status("POST", "/save", ["Origin": origin], body: "setting=isVerbose&isVerbose=on") == .forbidden)
    #expect(!page.settings.isVerbose)
  }

  @Test(arguments: ["cross-site", "same-site"]) func `a change from another site is refused`(site: String) async {
    #expect(await status("POST", "/save", ["Sec-Fetch-Site": site]) == .forbidden)
    #expect(await status("GET", "/events", ["Sec-Fetch-Site": site]) == .forbidden)
  }

  @Test(arguments: ["cross-site", "same-site"]) func `a link of another site leads to the page only`(
    site: String
  ) async {
    let link: [String: String?] = ["Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate"]
    #expect(await status("GET", "/", link) == .ok)
    #expect(await status("GET", "/?token=\(page.access.token)", link) == .seeOther)
    #expect(await status("GET", "/events", link) == .forbidden)
    for target in ["/save", "/undo", "/api/save", "/api/undo"] {
      #expect(await status("GET", target, link) == .forbidden)
      #expect(await status("POST", target, link) == .forbidden)
    }
  }

  @Test(arguments: ["/save", "/undo", "/api/save", "/api/undo"])
  func `a change without an allowed origin is refused even with the cookie`(target: String) async {
    #expect(await status("GET", target) == .notFound)
    for origin: String? in [nil, "null", "http://evil.example"] {
      #expect(await status("POST", target, ["Origin": origin]) == .forbidden)
    }
  }

  @Test(arguments: ["PUT", "DELETE", "OPTIONS", "TRACE", "get"]) func `another method is refused`(
    method: String
  ) async {
    #expect(await status(method, "/") == .methodNotAllowed)
  }

  @Test(arguments: [nil, "text/plain", "multipart/form-data; boundary=x", "application/xml"])
  func `another type of body is refused`(type: String?) async {
    #expect(await status("POST", "/save", ["Content-Type": type]) == .unsupportedMediaType)
    #expect(await status("POST", "/api/save", ["Content-Type": type]) == .unsupportedMediaType)
  }

  @Test func `the script's requests must be JSON, and forms must not`() async {
    let form = "application/x-www-form-urlencoded"
    #expect(await status("POST", "/api/save", ["Content-Type": form]) == .unsupportedMediaType)
    #expect(await status("POST", "/save", ["Content-Type": "application/json"]) == .unsupportedMediaType)
  }

  @Test(arguments: [
    "/../etc/passwd", "/%2e%2e/etc/passwd", "//", "/style.css/", "/STYLE.CSS", "/api", "/save", "/favicon.ico",
    "/.", "/script.js%00", "/style.css;x",
  ]) func `there is nothing at other paths`(path: String) async {
    #expect(await status("GET", path) == .notFound)
  }

  @Test(arguments: [
    "setting=nothing", "setting=isVerbose&action=delete", "action=reset:isVerbose", "a=%", "action=add:x",
  ])
  func `a forged form is refused`(body: String) async {
    #expect(await status("POST", "/save", body: body) == .badRequest)
  }

  @Test func `every response has the policies`() async {
    for target in ["/", "/style.css", "/nothing", "/?token=1"] {
      let text = String(decoding: await page.get(target).bytes, as: UTF8.self)
      #expect(text.contains("Content-Security-Policy: default-src 'none'; style-src 'self'; script-src 'self';"))
      #expect(text.contains("X-Content-Type-Options: nosniff"))
      #expect(text.contains("frame-ancestors 'none'"))
      #expect(!text.contains("unsafe-inline"))
    }
  }

  @Test func `the document has no inline script or style`() async {
    let text = await page.get("/").text
    #expect(!text.contains("style=\""))
    #expect(text.components(separatedBy: "<script").count == 2)
    #expect(text.contains(#"<script src="script.js" defer=""></script>"#))
    #expect(text.firstMatch(of: #/ on[a-z]+="/#) == nil, "an attribute such as onclick")
  }

  @Test func `texts are compared in whole`() {
    #expect(PageAccess.isEqual("abc", "abc"))
    #expect(!PageAccess.isEqual("abc", "abd"))
    #expect(!PageAccess.isEqual("abc", "ab"))
    #expect(!PageAccess.isEqual("abc", ""))
  }
}
