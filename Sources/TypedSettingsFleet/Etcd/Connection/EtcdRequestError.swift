#if Etcd
  internal import TypedSettingsCore

  /// The reason why a request has no answer.
  enum EtcdRequestError: Error {
    /// The endpoint didn't receive the request, because of a fault if it's known.
    case unreachable(EtcdConnectionFault?, (any Error)?)
    /// The connection was lost, or the time has passed; the endpoint may have received the request.
    case lost((any Error)?)
    /// The answer has more bytes than allowed.
    case tooLarge(Int)
    /// Etcd answered with a failure.
    case failure(EtcdFailure)
    /// A token can't be requested, or isn't understood, so that the actual request wasn't sent.
    case unusable(SettingsError)

    /// A Boolean value that indicates whether another endpoint may answer.
    var isOfEndpoint: Bool {
      switch self {
      case .unreachable, .lost: true
      case .failure(let failure): failure.kind == .unavailable
      case .tooLarge, .unusable: false
      }
    }

    /// The error of a request that changes nothing, or that wasn't sent.
    var settingsError: SettingsError {
      switch self {
      case .unreachable(let fault, let cause):
        fault?.settingsError(underlying: cause) ?? .remoteUnavailable("no connection to etcd", underlying: cause)
      case .lost(let cause): .remoteUnavailable("no complete answer of etcd", underlying: cause)
      case .tooLarge(let limit): .remoteTooLarge("an answer of etcd of more than \(limit) bytes")
      case .failure(let failure): failure.error
      case .unusable(let error): error
      }
    }

    /// Returns the error of a transaction.
    func commitError(of transaction: RemoteTransaction) -> SettingsError {
      switch self {
      case .lost(let cause): .remoteOutcomeUnknown("no complete answer of etcd to a transaction", underlying: cause)
      case .tooLarge: .remoteOutcomeUnknown("an unusable answer of etcd to a transaction")
      case .failure(let failure) where failure.kind == .unavailable:
        .remoteOutcomeUnknown("etcd answered '\(failure.message)' to a transaction")
      case .failure(let failure) where failure.kind == .tooManyOperations: .tooManyOperations(of: transaction)
      case .unreachable, .failure, .unusable: settingsError
      }
    }
  }

  /// A request that failed, with the endpoints that were asked.
  struct EtcdFailedRequest: Error {
    let reason: EtcdRequestError
    /// The endpoints in the order in which they were asked; the reason belongs to the last one.
    let endpoints: [String]

    /// The error of a request that changes nothing, or that wasn't sent.
    var settingsError: SettingsError { reason.settingsError.naming(endpoints) }

    /// Returns the error of a transaction.
    func commitError(of transaction: RemoteTransaction) -> SettingsError {
      reason.commitError(of: transaction).naming(endpoints)
    }
  }

  extension SettingsError {
    /// Returns a copy that names the endpoint that the error is about, and those that were asked before.
    ///
    /// - Parameter endpoints: The endpoints, of which the last one caused the error.
    /// - Returns: A copy of the error.
    func naming(_ endpoints: [String]) -> SettingsError {
      guard let last = endpoints.last else { return self }
      let others = endpoints.dropLast().map { "'\($0)'" }.joined(separator: " and ")
      let names = others.isEmpty ? "'\(last)'" : "'\(last)', after \(others)"
      return SettingsError(
        code, key: key, codingPath: codingPath, found: "\(found) (endpoint \(names))", advice: advice,
        underlying: underlying)
    }

    fileprivate static func tooManyOperations(of transaction: RemoteTransaction) -> SettingsError {
      let count = max(transaction.conditions.count, transaction.writes.count)
      return SettingsError(
        .remoteRefused, found: "an update that reads or changes \(count) keys, which etcd refuses as too many",
        advice: "nothing was changed; update fewer settings at once, or raise etcd's '--max-txn-ops' (by default, 128)")
    }
  }
#endif
