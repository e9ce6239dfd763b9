/// The rules that decide which requests the page answers.
///
/// A page of the web, which runs in the same browser, can send requests to the address of the page, and can even make a
/// name of its own lead there. It knows neither the token nor the session, can't send the name of an allowed host, and
/// can't hide its origin.
struct PageAccess: Sendable {
  /// The secret in the address, which the browser exchanges for the session.
  let token: String
  /// The secret in the cookie.
  let session: String
  /// The values of `Host` that are allowed, with the port.
  let hosts: Set<String>
  /// The name of the cookie.
  let cookieName: String
  /// The path of the page's folder, which is a secret, too.
  ///
  /// Browsers don't separate the cookies of ports, but those of paths: without it, any program at another port of the
  /// machine would receive the session when the user visits it.
  let root: String

  /// Creates the rules of one run.
  ///
  /// - Parameters:
  ///   - names: The names and addresses of the machine that are allowed.
  ///   - port: The port.
  ///   - random: The source of the secrets.
  init(names: [String], port: UInt16, using random: inout some RandomNumberGenerator) {
    token = Self.secret(using: &random)
    session = Self.secret(using: &random)
    root = "/\(Self.secret(using: &random).prefix(32))/"
    hosts = Set(names.map { "\($0.lowercased()):\(port)" } + (port == 80 ? names.map { $0.lowercased() } : []))
    cookieName = "settings-\(port)"
  }

  /// 256 random bits as hexadecimal digits.
  private static func secret(using random: inout some RandomNumberGenerator) -> String {
    (0..<4).map { _ in
      let digits = String(random.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
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
    guard let host = request.header("host")?.lowercased(), hosts.contains(host) else {
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
    .text(.forbidden, "Open the address that the program has printed; it contains the token of this run.")
  }
}
