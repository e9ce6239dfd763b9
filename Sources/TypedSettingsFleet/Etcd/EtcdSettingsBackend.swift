#if Etcd
  internal import TypedSettings

  /// The keys under a prefix of etcd.
  struct EtcdSettingsBackend: RemoteSettingsBackend {
    let identity: String

    let prefix: EtcdPrefix
    let connection: EtcdConnection

    init(prefix: EtcdPrefix, over connection: EtcdConnection) {
      self.prefix = prefix
      self.connection = connection
      identity = "etcd \(connection.endpoints.all.sorted().joined(separator: ",")) \(prefix.text)"
    }

    func list(limits: RemoteLimits) async throws(SettingsError) -> RemoteSnapshot {
      var listing = EtcdListing(of: prefix, limits)
      while let request = try listing.request() {
        do {
          try listing.add(EtcdRangeAnswer(try await connection.read(request, limit: listing.answerLimit)))
        } catch let error as EtcdRequestError {
          if case .tooLarge = error, listing.reducePages() { continue }
          // Another program compacted the revision between two pages.
          throw error.settingsError
        } catch { throw .wrapping(error) }
      }
      return listing.snapshot
    }

    func commit(_ transaction: RemoteTransaction) async throws(SettingsError) -> RemoteCommit {
      let request = try EtcdRequest.transaction(transaction, under: prefix)
      let bytes: [UInt8]
      do { bytes = try await connection.write(request, limit: EtcdRequest.transactionAnswerLimit) } catch {
        throw error.commitError(of: transaction)
      }
      let answer: EtcdTransactionAnswer
      do { answer = try EtcdTransactionAnswer(bytes) } catch {
        throw .remoteOutcomeUnknown("an answer of etcd to a transaction that isn't understood", underlying: error)
      }
      return answer.outcome(of: transaction, under: prefix)
    }

    func close() async { await connection.close() }
  }
#endif
