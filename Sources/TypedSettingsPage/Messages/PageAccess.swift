/// The rules that decide which requests the page answers.
///
/// A page of the web, which runs in the same browser, can send requests to the address of the page, and can even make a
/// name of its own lead there. It knows neither the token nor the session, can't send the name of an allowed host, and
/// can't hide its origin.
struct PageAccess: Sendable {
  private let secrets: PageSecrets
  /// The values of `Host` that are allowed, with the port.
  let hosts: Set<String>
  /// The port behind any numeric address that is allowed as a value of `Host`, or `nil` if none is.
  private let addressPort: UInt16?
  /// The name of the cookie.
  let cookieName: String

  /// Creates the rules of one run.
  ///
  /// - Parameters:
  ///   - names: The names and addresses of the machine that are allowed.
  ///   - port: The port.
  ///   - allowsAddresses: Pass `true` to allow any numeric address. No name of another site can lead there.
  ///   - secrets: The secrets.
  init(names: [String], port: UInt16, allowsAddresses: Bool = false, secrets: PageSecrets) {
    self.secrets = secrets
    hosts = Set(names.map { "\($0.lowercased()):\(port)" } + (port == 80 ? names.map { $0.lowercased() } : []))
    addressPort = allowsAddresses ? port : nil
    cookieName = "settings-\(port)"
  }

  var token: String { secrets.token }

  var session: String { secrets.session }

  /// The path of the page's folder, which is a secret, too.
  ///
  /// Browsers don't separate the cookies of ports, but those of paths: without it, any program at another port of the
  /// machine would receive the session when the user visits it.
  var root: String { "/\(secrets.folder)/" }

  /// Returns whether a value of `Host` is one of the machine.
  private func allows(_ host: String) -> Bool {
    if hosts.contains(host) { return true }
    guard let addressPort else { return false }
    let end = ":\(addressPort)"
    if host.hasSuffix(end) { return Self.isAddress(host.dropLast(end.count)) }
    return addressPort == 80 && Self.isAddress(host[...])
  }

  /// Returns whether a text is an IPv4 address, or an IPv6 address in brackets.
  private static func isAddress(_ text: Substring) -> Bool {
    if text.first == "[", text.last == "]" {
      return text.dropFirst().dropLast().allSatisfy { $0.isASCII && $0.isHexDigit || $0 == ":" || $0 == "." }
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { part in UInt8(part).map { "\($0)" == part } ?? false }
  }

  /// Returns whether two texts are equal, in a time that depends on their lengths only.
  static func isEqual(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for index in left.indices { difference |= left[index] ^ right[index] }
    return difference == 0
  }

  /// Returns the refusal of a request, or the exchange of the token for the session; `nil` if the request is allowed.
  func answer(to request: PageRequest) -> PageResponse? {
    guard let host = request.header("host")?.lowercased(), allows(host) else {
      return .text(.forbidden, "This host isn't allowed.")
    }
    if let site = request.header("sec-fetch-site"), site == "cross-site" || site == "same-site" {
      // Following a link is allowed: it changes nothing, and the other site can't read the response.
      guard request.method == "GET", request.header("sec-fetch-mode") == "navigate",
        ["/", root].contains(request.path)
      else {
        return .text(.forbidden, "Another site can't use this page.")
      }
    }
    switch request.method {
    case "GET": break
    case "POST":
      guard let origin = request.header("origin"), origin.lowercased() == "http://\(host)" else {
        return .text(.forbidden, "This origin isn't allowed.")
      }
    default: return .text(.methodNotAllowed, "This method isn't allowed.")
    }
    if request.method == "GET", request.path == "/", let fields = FormFields(encoded: request.query.utf8),
      let token = fields["token"]
    {
      guard Self.isEqual(token, self.token) else { return noSession }
      var response = PageResponse.redirect(to: root)
      // Not `Strict`: a browser that has followed a link of another site wouldn't send the cookie after the redirect.
      // Other sites can't change anything with `Lax`, because each change is a `POST` request with an allowed origin.
      response.headers.append(
        PageRequest.Header(name: "Set-Cookie", value: "\(cookieName)=\(session); Path=\(root); HttpOnly; SameSite=Lax"))
      return response
    }
    guard let session = request.cookie(cookieName), Self.isEqual(session, self.session) else { return noSession }
    return nil
  }

  /// Returns the path of an allowed request relative to the page's folder, which is empty for the page itself.
  ///
  /// - Returns: The path, or `nil` if it's outside of the folder.
  func path(of request: PageRequest) -> String? {
    guard request.path.hasPrefix(root) else { return nil }
    return String(request.path.dropFirst(root.count))
  }

  private var noSession: PageResponse {
    PageResponse(
      .forbidden, type: "text/html; charset=utf-8",
      """
      <!doctype html>
      <html lang="en"><head><meta name="viewport" content="width=device-width"><title>Settings</title></head>
      <body><h1>This address isn't valid</h1>
      <p>The address of the settings contains a token, which is a new one each time the program starts.</p>
      <p>Open the address that the program has printed when it was started last.</p></body></html>

      """)
  }
}
