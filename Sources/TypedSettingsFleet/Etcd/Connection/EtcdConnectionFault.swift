#if Etcd
  internal import AsyncHTTPClient
  internal import NIOCore
  internal import NIOPosix
  internal import NIOSSL
  internal import TypedSettingsCore

  /// A known reason why an endpoint couldn't be connected, so that it received no request.
  enum EtcdConnectionFault: Hashable, Sendable {
    case refusedPort
    case unknownHost
    case silence
    case untrustedAuthority
    case otherHost
    case clientCertificate
    /// The endpoint ended a connection with `http` before its first answer.
    case endedPlain
    /// The endpoint ended a connection with `https` before its first answer.
    case endedEncrypted

    /// Recognizes an error of the HTTP client, or returns `nil` if the endpoint may have received the request.
    init?(_ error: any Error) {
      switch error {
      case let error as HTTPClientError
      where [.connectTimeout, .getConnectionFromPoolTimeout, .tlsHandshakeTimeout].contains(error):
        self = .silence
      case let error as NIOConnectionError:
        let isUnknown = error.connectionErrors.isEmpty && (error.dnsAError != nil || error.dnsAAAAError != nil)
        self = isUnknown ? .unknownHost : .refusedPort
      case let error as IOError where error.errnoCode == ECONNREFUSED: self = .refusedPort
      case let error as NIOSSLExtraError where error == .failedToValidateHostname: self = .otherHost
      case NIOSSLError.handshakeFailed(let cause): self = Self(alert: "\(cause)") ?? .endedEncrypted
      // With TLS 1.3, a server refuses the client's certificate after the client has ended its handshake.
      case let error as BoringSSLError:
        guard let fault = Self(alert: "\(error)") else { return nil }
        self = fault
      default: return nil
      }
    }

    /// Recognizes a connection that an endpoint has ended although it has never answered, or returns `nil`.
    ///
    /// A server of etcd ends a connection that isn't encrypted, and one without a certificate that it trusts. Its
    /// reason arrives too or doesn't, depending on the order of the packets.
    init?(_ error: any Error, beforeAnswerOf endpoint: String) {
      let isEnd =
        switch error {
        case let error as HTTPClientError: error == .remoteConnectionClosed
        case let error as IOError: [ECONNRESET, EPIPE].contains(error.errnoCode)
        case let error as NIOSSLError: error == .uncleanShutdown
        default: false
        }
      if !isEnd { return nil }
      self = endpoint.hasPrefix("https:") ? .endedEncrypted : .endedPlain
    }

    /// Recognizes the names of errors in the description of a failure of BoringSSL.
    private init?(alert text: String) {
      let isRefused = [
        "CERTIFICATE_REQUIRED", "ALERT_BAD_CERTIFICATE", "ALERT_UNKNOWN_CA", "ALERT_CERTIFICATE_EXPIRED",
        "ALERT_CERTIFICATE_UNKNOWN", "ALERT_NO_CERTIFICATE",
      ].contains(where: text.contains)
      if isRefused {
        self = .clientCertificate
      } else if text.contains("CERTIFICATE_VERIFY_FAILED") {
        self = .untrustedAuthority
      } else {
        return nil
      }
    }

    /// A Boolean value that indicates whether other certificates may help.
    var isOfCertificates: Bool {
      [.untrustedAuthority, .otherHost, .clientCertificate, .endedEncrypted].contains(self)
    }

    /// Returns the error that names the fault, and what to do.
    func settingsError(underlying: (any Error)?) -> SettingsError {
      SettingsError(
        .remoteUnavailable, found: found, advice: "\(advice); the store connects again", underlying: underlying)
    }

    private var found: String {
      switch self {
      case .refusedPort: "no connection to etcd, because the port was refused"
      case .unknownHost: "no connection to etcd, because the name of the host is unknown"
      case .silence: "no connection to etcd in time"
      case .untrustedAuthority: "no connection to etcd, whose certificate isn't of a trusted authority"
      case .otherHost: "no connection to etcd, whose certificate is of another host"
      case .clientCertificate: "no connection to etcd, which refused the client's certificate, or its absence"
      case .endedPlain: "no connection to etcd, which ended a connection without encryption"
      case .endedEncrypted: "no connection to etcd, which ended an encrypted connection"
      }
    }

    private var advice: String {
      switch self {
      case .refusedPort: "check that etcd is running, and that the port is the one for clients, usually 2379"
      case .unknownHost: "correct the name of the host, or add it to DNS"
      case .silence: "check the address, the network, and firewalls"
      case .untrustedAuthority: "pass the PEM file of the authority as 'authorities' of 'EtcdTLS'"
      case .otherHost: "pass an endpoint with a host of the certificate, or issue a certificate for this host"
      case .clientCertificate:
        "pass 'certificate' and 'privateKey' of 'EtcdTLS' that aren't expired, of an authority that etcd trusts"
      case .endedPlain: "pass the endpoint with 'https' if etcd has a certificate"
      case .endedEncrypted:
        "if etcd has no certificate, pass the endpoint with 'http'; if it requires one of the client, pass "
          + "'certificate' and 'privateKey' of 'EtcdTLS', of an authority that etcd trusts"
      }
    }
  }
#endif
