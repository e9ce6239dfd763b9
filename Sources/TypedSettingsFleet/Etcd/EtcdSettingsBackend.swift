#if Etcd
  internal import TypedSettingsCore

  /// The keys under a prefix of etcd.
  struct EtcdSettingsBackend: RemoteSettingsBackend {
    let identity: String

    let prefix: EtcdPrefix
    let connection: EtcdConnection

    /// Creates a backend.
    ///
    /// The identity doesn't contain the endpoints, because members come and go. The cluster has an identity
    /// of its own, which is part of each position.
    ///
    /// - Parameters:
    ///   - prefix: The prefix of all keys.
    ///   - name: The name of the cluster, or `nil` if it has none.
    ///   - connection: The connection to the cluster.
    init(prefix: EtcdPrefix, ofCluster name: String? = nil, over connection: EtcdConnection) {
      self.prefix = prefix
      self.connection = connection
      identity = ["etcd", name, prefix.text].compactMap(\.self).joined(separator: " ")
    }

    func list(limits: RemoteLimits) async throws(SettingsError) -> RemoteSnapshot {
      var listing = EtcdListing(of: prefix, limits)
      while let request = try listing.request() {
        let answer: EtcdAnswer
        do { answer = try await connection.read(request, limit: listing.answerLimit) } catch {
          if case .tooLarge = error.reason, listing.reducePages() { continue }
          // Another program may have compacted the revision between two pages.
          throw error.settingsError
        }
        do { try listing.add(EtcdRangeAnswer(answer.bytes)) } catch { throw error.naming([answer.endpoint]) }
      }
      return listing.snapshot
    }

    func commit(_ transaction: RemoteTransaction) async throws(SettingsError) -> RemoteCommit {
      let request = try EtcdRequest.transaction(transaction, under: prefix)
      let answer: EtcdAnswer
      do { answer = try await connection.write(request, limit: EtcdRequest.transactionAnswerLimit) } catch {
        throw error.commitError(of: transaction)
      }
      do { return try EtcdTransactionAnswer(answer.bytes).outcome(of: transaction, under: prefix) } catch {
        let found = "an answer of etcd to a transaction that isn't understood"
        throw SettingsError.remoteOutcomeUnknown(found, underlying: error).naming([answer.endpoint])
      }
    }

    func close() async { await connection.close() }
  }
#endif
