#if Etcd
  internal import NIOSSL
  internal import TypedSettingsCore

  /// The certificates of connections to endpoints with `https`.
  ///
  /// With any of them, all endpoints must have `https`. A client's certificate and its private key belong together.
  ///
  /// The gateway of etcd doesn't identify users by the common name of a client's certificate. Use ``EtcdCredentials``
  /// for that.
  public struct EtcdTLS: Hashable, Sendable {
    /// The path of a PEM file with the certificates of the authorities to trust; `nil` trusts the system's authorities.
    public var authorities: String?

    /// The path of a PEM file with the client's certificate and its intermediate certificates, or `nil` if it has none.
    public var certificate: String?

    /// The path of a PEM file with the private key of the client's certificate.
    public var privateKey: String?

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - authorities: The path of a PEM file with the certificates of the authorities to trust; `nil` trusts the
    ///     system's authorities.
    ///   - certificate: The path of a PEM file with the client's certificate.
    ///   - privateKey: The path of a PEM file with the private key of the client's certificate.
    public init(authorities: String? = nil, certificate: String? = nil, privateKey: String? = nil) {
      self.authorities = authorities
      self.certificate = certificate
      self.privateKey = privateKey
    }

    /// Checks that connections to the endpoints use each configured certificate and private key.
    ///
    /// - Throws: An error if an endpoint has `http`, or if a certificate or a private key lacks the other one.
    func check(for endpoints: EtcdEndpoints) throws(SettingsError) {
      if self == EtcdTLS() { return }
      if certificate != nil, privateKey == nil { throw .incomplete("a client's certificate without a private key") }
      if certificate == nil, privateKey != nil { throw .incomplete("a private key without a client's certificate") }
      if let plain = endpoints.all.first(where: { !$0.hasPrefix("https://") }) {
        throw SettingsError(
          .remoteRefused, found: "certificates for the endpoint '\(plain)', whose connections aren't encrypted",
          advice: "pass only endpoints with 'https', or no certificates")
      }
    }

    /// Returns the configuration of the client, with the files read.
    func configuration() throws(SettingsError) -> TLSConfiguration {
      var configuration = TLSConfiguration.makeClientConfiguration()
      if let authorities {
        configuration.trustRoots = .certificates(try Self.read(authorities) { try NIOSSLCertificate.fromPEMFile($0) })
      }
      if let certificate {
        let chain = try Self.read(certificate) { try NIOSSLCertificate.fromPEMFile($0) }
        configuration.certificateChain = chain.map { .certificate($0) }
      }
      if let privateKey {
        let key = try Self.read(privateKey) { try NIOSSLPrivateKey(file: $0, format: .pem) }
        configuration.privateKey = .privateKey(key)
      }
      return configuration
    }

    /// Returns the contents of a PEM file.
    private static func read<Contents>(
      _ path: String, _ read: (String) throws -> Contents
    ) throws(SettingsError) -> Contents {
      do { return try read(path) } catch {
        throw SettingsError(
          .remoteRefused, found: "the PEM file '\(path)' can't be read",
          advice: "check the path, the permissions, and the contents of the file", underlying: error)
      }
    }
  }

  extension SettingsError {
    fileprivate static func incomplete(_ found: String) -> SettingsError {
      SettingsError(
        .remoteRefused, found: found, advice: "pass the paths of both PEM files to 'EtcdTLS', or neither of them")
    }
  }
#endif
