#if Etcd
  internal import NIOSSL
  internal import TypedSettings

  /// The certificates of connections to endpoints with `https`.
  ///
  /// The gateway of etcd doesn't identify users by the common name of a client's certificate. Use ``EtcdCredentials``
  /// for that.
  public struct EtcdTLS: Hashable, Sendable {
    /// The path of a PEM file with the certificates of the authorities to trust; `nil` trusts those of the system.
    public var authorities: String?

    /// The path of a PEM file with the client's certificate and its intermediate certificates, or `nil` if it has none.
    public var certificate: String?

    /// The path of a PEM file with the private key of the client's certificate.
    public var privateKey: String?

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - authorities: The path of a PEM file with the certificates of the authorities to trust; `nil` trusts those of
    ///     the system.
    ///   - certificate: The path of a PEM file with the client's certificate.
    ///   - privateKey: The path of a PEM file with the private key of the client's certificate.
    public init(authorities: String? = nil, certificate: String? = nil, privateKey: String? = nil) {
      self.authorities = authorities
      self.certificate = certificate
      self.privateKey = privateKey
    }

    /// Returns the configuration of the client, with the files read.
    func configuration() throws(SettingsError) -> TLSConfiguration {
      var configuration = TLSConfiguration.makeClientConfiguration()
      do {
        if let authorities {
          configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(authorities))
        }
        if let certificate {
          configuration.certificateChain = try NIOSSLCertificate.fromPEMFile(certificate).map { .certificate($0) }
        }
        if let privateKey {
          configuration.privateKey = .privateKey(try NIOSSLPrivateKey(file: privateKey, format: .pem))
        }
      } catch {
        throw SettingsError(
          .remoteRefused, found: "a certificate or a private key that can't be read",
          advice: "check the PEM files", underlying: error)
      }
      return configuration
    }
  }
#endif
