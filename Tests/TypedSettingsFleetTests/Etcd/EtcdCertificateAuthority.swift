#if Etcd
  import Foundation
  import Testing

  /// An authority that issues certificates to servers and clients of a test.
  final class EtcdCertificateAuthority: Sendable {
    /// The paths of a certificate and its private key.
    struct Identity: Sendable {
      let certificate: String
      let key: String
    }

    private let folder: URL
    private let identity: Identity

    /// Creates an authority with a key of its own.
    init() throws {
      folder = FileManager.default.temporaryDirectory.appending(path: "authority-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let path = folder.appending(path: "authority").path
      identity = Identity(certificate: "\(path).pem", key: "\(path).key")
      try Self.create(identity, "-subj", "/CN=\(folder.lastPathComponent)")
    }

    deinit { do { try FileManager.default.removeItem(at: folder) } catch {} }

    /// The path of the certificate of the authority.
    var certificate: String { identity.certificate }

    /// Issues a certificate.
    ///
    /// - Parameter host: The address or name of the host, such as `IP:127.0.0.1`.
    /// - Returns: The certificate with its key.
    /// - Throws: An error if the certificate can't be issued.
    func issue(for host: String = "IP:127.0.0.1") throws -> Identity {
      let path = folder.appending(path: "\(UUID())").path
      let issued = Identity(certificate: "\(path).pem", key: "\(path).key")
      try Self.create(
        issued, "-subj", "/CN=shop", "-addext", "subjectAltName=\(host)", "-addext", "basicConstraints=CA:FALSE",
        "-CA", identity.certificate, "-CAkey", identity.key)
      return issued
    }

    private static func create(_ identity: Identity, _ options: String...) throws {
      let tool = Process()
      tool.executableURL = URL(filePath: "/usr/bin/openssl")
      tool.arguments =
        [
          "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
          "-keyout", identity.key, "-out", identity.certificate,
        ] + options
      tool.standardError = FileHandle.nullDevice
      try tool.run()
      tool.waitUntilExit()
      try #require(tool.terminationStatus == 0, "openssl \(options)")
    }
  }

  extension EtcdCertificateAuthority.Identity {
    /// The options of a server with this certificate.
    var serverOptions: [String] { ["--cert-file", certificate, "--key-file", key] }
  }
#endif
