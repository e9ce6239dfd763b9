#if Etcd
  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif
  internal import TypedSettingsCore

  /// The endpoints of a cluster, of which one is in use.
  final class EtcdEndpoints: Sendable {
    /// The URLs of all endpoints, without a slash at the end.
    let all: [String]

    private let current = LockedState(0)

    /// Checks the URLs of endpoints.
    init(_ endpoints: [String]) throws(SettingsError) {
      guard !endpoints.isEmpty else { throw Self.invalid("no endpoints") }
      var all: [String] = []
      for endpoint in endpoints { all.append(try Self.checked(endpoint)) }
      self.all = all
    }

    /// The endpoint in use.
    var selected: String { all[current.withLock { $0 }] }

    /// Selects the next endpoint, unless another one than the given one is already in use.
    func leave(_ endpoint: String) {
      current.withLock { if all[$0] == endpoint { $0 = ($0 + 1) % all.count } }
    }

    private static func checked(_ endpoint: String) throws(SettingsError) -> String {
      let text = endpoint.hasSuffix("/") ? String(endpoint.dropLast()) : endpoint
      guard let url = URL(string: text), let scheme = url.scheme, ["http", "https"].contains(scheme),
        url.host()?.isEmpty == false, url.user() == nil, url.password() == nil, url.query() == nil,
        url.fragment() == nil, url.path().isEmpty, hasValidPort(text)
      else { throw invalid("an endpoint that isn't a URL of a scheme, a host, and a port") }
      return text
    }

    /// Returns a Boolean value that indicates whether the number of the port, if there is one, is in range.
    ///
    /// With another number, the client would crash, or connect to the default port of the scheme.
    private static func hasValidPort(_ text: String) -> Bool {
      guard let colon = text.lastIndex(of: ":") else { return true }
      let port = text[text.index(after: colon)...]
      // The last colon can belong to the scheme or to an IPv6 address.
      if port.hasPrefix("//") || port.hasSuffix("]") { return true }
      return UInt16(port).map { $0 > 0 } ?? false
    }

    private static func invalid(_ found: String) -> SettingsError {
      SettingsError(
        .remoteRefused, found: found,
        advice: "pass URLs such as 'http://10.0.0.5:2379'; pass a user and a password as credentials")
    }
  }
#endif
