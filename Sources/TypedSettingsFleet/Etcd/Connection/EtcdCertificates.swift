#if Etcd
  internal import NIOSSL
  internal import TypedSettingsCore

  /// The contents of the files of certificates, which are read again because certificates are renewed.
  final class EtcdCertificates: Sendable {
    private let files: EtcdTLS
    private let state: LockedState<TLSConfiguration>

    /// Reads the files.
    init(_ files: EtcdTLS) throws(SettingsError) {
      self.files = files
      state = LockedState(try files.configuration())
    }

    /// The contents of the files when they were last read.
    var configuration: TLSConfiguration { state.withLock { $0 } }

    /// Reads the files again after a handshake has failed.
    func readAgain() {
      do throws(SettingsError) {
        let configuration = try files.configuration()
        state.withLock { $0 = configuration }
      } catch {
        // A file that's being replaced is read after the next failure. The failed handshake is thrown in any case.
      }
    }
  }
#endif
