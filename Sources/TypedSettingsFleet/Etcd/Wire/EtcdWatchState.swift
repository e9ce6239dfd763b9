#if Etcd
  internal import TypedSettingsCore

  /// The state of a watch that can continue in another stream.
  struct EtcdWatchState: Sendable {
    /// The consequence of a message.
    enum Step: Hashable, Sendable {
      /// More messages are needed.
      case wait
      /// The store receives an event.
      case event(RemoteEvent)
      /// The changes after the position aren't available.
      case historyLost
      /// Etcd has ended the watch.
      case failed(EtcdFailure)
    }

    /// A change that the history of the cluster contains.
    private struct Witness {
      let key: [UInt8]
      let revision: Int64
      let isRemoval: Bool
    }

    /// The changes of a message that isn't complete.
    private struct Pending {
      var changes: [RemoteChange] = []
      var size = 0
      var revision: Int64 = 0
      var witness: Witness?
    }

    /// The revision up to which all changes are delivered.
    private(set) var revision: Int64

    private var witness: Witness?
    private var cluster: String?
    private var term: Int64 = 0
    private var pending = Pending()
    private let prefix: EtcdPrefix
    private let limits: RemoteLimits

    init(after position: RemotePosition, under prefix: EtcdPrefix, _ limits: RemoteLimits) {
      revision = position.revision
      cluster = position.engine
      self.prefix = prefix
      self.limits = limits
    }

    // MARK: The history

    /// Returns the request whose answer shows whether the cluster still has the history up to the current revision.
    ///
    /// The cluster's data may have been wiped or restored, and have reached the revision again. It then has the same
    /// identity, but most likely not the same last change.
    func confirmation() throws(SettingsError) -> EtcdRequest {
      try .range(from: witness?.key ?? prefix.first, to: nil, limit: 1, revision: revision, omitsValues: true)
    }

    /// Returns a Boolean value that indicates whether an answer confirms the history.
    mutating func isConfirmed(by answer: EtcdRangeAnswer) -> Bool {
      guard accept(answer.header) else { return false }
      guard let witness else { return true }
      let found = answer.keyValues.first.map(\.revision)
      return found == (witness.isRemoval ? nil : witness.revision)
    }

    /// Returns `false` if a header isn't from the history that the watch started with.
    private mutating func accept(_ header: EtcdHeader) -> Bool {
      guard header.revision >= revision, header.term >= term, cluster ?? header.cluster == header.cluster else {
        return false
      }
      (cluster, term) = (header.cluster, header.term)
      return true
    }

    // MARK: Messages

    /// Starts a new stream of messages after the current revision, and returns its request.
    mutating func start() throws(SettingsError) -> EtcdRequest {
      pending = Pending()
      return try .watch(prefix, from: revision + 1)
    }

    /// Adds a message.
    mutating func add(_ answer: EtcdWatchAnswer) throws(SettingsError) -> Step {
      switch answer.end {
      case .compacted: return .historyLost
      case .failure(let failure): return .failed(failure)
      case nil: break
      }
      guard accept(answer.header) else { return .historyLost }
      for event in answer.events { try add(event) }
      guard !answer.isFragment else { return .wait }
      let isProgress = answer.events.isEmpty && pending.revision == 0 && !answer.isCreated
      revision = isProgress ? answer.header.revision : max(revision, pending.revision)
      witness = pending.witness ?? witness
      defer { pending = Pending() }
      return .event(pending.changes.isEmpty ? .progress(revision) : .changes(pending.changes, revision: revision))
    }

    private mutating func add(_ event: EtcdWatchAnswer.Event) throws(SettingsError) {
      let keyValue = event.keyValue
      guard keyValue.revision >= max(pending.revision, 1) else {
        throw .remoteMalformed("events of etcd that aren't in order")
      }
      pending.revision = keyValue.revision
      guard keyValue.revision > revision else { return }
      pending.witness = Witness(key: keyValue.key, revision: keyValue.revision, isRemoval: event.isRemoval)
      guard let key = try prefix.key(of: keyValue.key) else { return }
      let value = event.isRemoval ? nil : keyValue.value
      pending.size += key.utf8.count + keyValue.value.count
      guard pending.size <= limits.maximumTotalSize, pending.changes.count < limits.maximumKeyCount else {
        throw .remoteTooLarge("an event of etcd that exceeds the limits")
      }
      pending.changes.append(RemoteChange(key: key, value: value, revision: keyValue.revision))
    }
  }
#endif
