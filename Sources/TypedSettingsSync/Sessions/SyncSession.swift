internal import TypedSettingsCore

/// One run of synchronization: it performs the effects of the engine, one after the other.
///
/// A session never waits for a transport, so that local changes are stamped soon after they were made.
final class SyncSession {
  let sync: SettingsSync
  let context: SyncContext
  var engine: SyncEngine
  private var outbox = SyncOutbox()
  /// The number of the current connection; events of earlier ones are ignored.
  private var connection = 0
  /// The time at which the current connection has begun.
  private var connectionTime: UInt64 = 0
  private var connecting: Task<Void, Never>?
  /// The pause before the next connection, or `nil` if there is none.
  private var reconnecting: Task<Void, Never>?
  /// The pause after changes were stamped.
  var resting: Task<Void, Never>?
  /// Requests the next event of the current connection.
  private var requests: AsyncStream<Void>.Continuation?
  /// The failures since the last success.
  var failures = SyncFailures()
  /// The settings that may have changed and can't be read, which are compared later.
  var unread: Set<SettingsKey> = []
  /// The contents that their stores had when the session started.
  var recovered: [SettingsKey: SyncContent] = [:]
  /// The last saved records, whose values are durable.
  var durableRecords: [SettingsKey: SyncReplicaState.Record] = [:]
  /// The number of times in succession that the values of new records couldn't be made durable.
  var failedFlushCount = 0
  /// A Boolean value that indicates whether the state couldn't be saved.
  var isUnsaved = false
  /// The pause before the next attempt to save.
  var flushing: Task<Void, Never>?
  /// The settings whose entries are applied again, because another writer was changing them.
  var postponed: Set<SettingsKey> = []
  /// The pause before ``postponed`` entries are applied again.
  var postponing: Task<Void, Never>?
  /// The stamps of entries that are too large for the transport, and that were reported.
  var oversized: [SettingsKey: SyncStamp] = [:]

  var settings: any SyncParticipant { sync.settings }

  /// Creates a session, and loads the saved state.
  ///
  /// With a corrupt state, the settings join the group again.
  ///
  /// - Throws: `SettingsError` if there is a state that can't be read or set aside, or one of a newer format.
  init(of sync: SettingsSync) throws(SettingsError) {
    self.sync = sync
    context = sync.context
    let settings = sync.settings
    var memory = try sync.context.storage.restore(
      content: { settings.storedContent(of: $0) },
      renamed: { settings.renamed($0, .reset, version: $1).flatMap { settings.content(of: $0.key) } })
    // A value that an earlier process had in memory was lost with it. One that this process had was reset.
    if sync.context.storage.path != nil, !sync.shared.withLock({ $0.hasStarted }) {
      for key in settings.volatileKeys where settings.content(of: key) == .reset { memory?.forgetLostValue(of: key) }
    }
    engine = SyncEngine(
      restoring: memory, declarations: settings.declarations(restoring: memory), account: sync.context.account,
      delivery: sync.transport.delivery, rules: sync.context.rules,
      renaming: { settings.renamed($0, $1, version: $2) }, random: sync.context.random)
    durableRecords = engine.memory.records
    sync.shared.withLock { $0.hasStarted = true }
    // Now, because starting can add values to the snapshot that the program hasn't seen.
    discardSnapshot()
  }

  /// Connects, and stamps the changes since the last run.
  func start() {
    takeEdits()
    connect()
    // Before the contents, because a store can be readable a moment later.
    recovered = settings.unreliableContents
    let contents = settings.contents()
    unread = Set(engine.declarations.keys.filter { contents[$0] == nil })
    let changed = takeChanges(in: contents)
    perform(engine.start(contents, changed: changed, isPartial: !recovered.isEmpty, at: context.clock.now()))
    declare()
    publish()
  }

  /// Closes the connection.
  func disconnect() {
    connecting?.cancel()
    reconnecting?.cancel()
    resting?.cancel()
    flushing?.cancel()
    postponing?.cancel()
  }

  /// Publishes that nothing is exchanged from now on.
  func stop() {
    disconnectAll()
    publish()
  }

  /// Handles an input, after the changes that precede it.
  func handle(_ input: SettingsSync.Input) {
    switch input {
    case .edited, .rested:
      catchUp()
      collect()
    // Sending depends on no change in the meantime.
    case .sent(let peer, let error): didSend(to: peer, error)
    default:
      catchUp()
      perform(stamp(takeEdits()))
      handleRequest(input)
    }
    publish()
  }

  private func handleRequest(_ input: SettingsSync.Input) {
    switch input {
    case .edited, .rested, .recovered, .sent: break
    case .declared(let key):
      if !declare().contains(key), !unread.contains(key) { perform(engine.retry([key])) }
    case .postponed: applyPostponed()
    case .connect:
      connect()
      perform(engine.put())
    case .event(let event, let connection):
      // A later connection doesn't have to report the same change of the account again.
      guard connection == self.connection || event == .accountChanged else { break }
      handle(event)
      if connection == self.connection { requests?.yield() }
    case .disconnected(let error, let connection):
      guard connection == self.connection else { break }
      disconnectAll()
      reconnectLater(because: error)
    case .resolution(let resolution): resolve(resolution)
    case .snapshotDiscarded: perform([.save])
    }
  }

  private func handle(_ event: SyncTransportEvent) {
    switch event {
    case .connected(let peer): perform(engine.connect(peer))
    case .disconnected(let peer):
      engine.disconnect(peer)
      outbox.disconnect(peer)
      failures.end(.decoding(from: peer))
    case .accountChanged:
      // What is being sent belongs to the former account.
      outbox.disconnectAll()
      perform(engine.changeAccount())
      (sync.transport as? any AccountReportingTransport)?.didHandleAccountChange()
    case .received(let bytes, let peer):
      do throws(SettingsError) {
        let message = try SyncMessage(decoding: bytes)
        // Each connection to mailboxes delivers their messages, whatever has ended the one before.
        if sync.transport.delivery == .stream { failures.end(.connecting) }
        failures.end(.decoding(from: peer))
        perform(engine.receive(message, from: peer, at: context.clock.now()))
      } catch {
        report(error, of: .decoding(from: peer))
      }
    }
  }

  /// Adds the settings that are new, and updates the declarations of others.
  ///
  /// - Returns: The settings whose declarations have changed.
  @discardableResult
  func declare() -> Set<SettingsKey> {
    var changed: Set<SettingsKey> = []
    for (key, declaration) in settings.declarations where engine.declarations[key] != declaration {
      guard let content = settings.content(of: key) else { continue }
      perform(engine.declare(key, declaration, content, at: context.clock.now()))
      changed.insert(key)
    }
    return changed
  }

  private func resolve(_ resolution: SettingsSync.AccountResolution) {
    switch resolution {
    case .stay: perform(engine.stay())
    // The values that are to be removed would stay, and be sent later.
    case .joinWithoutValues where engine.declarations.keys.contains(where: isUnread):
      SettingsDiagnostics.report(.valuesNotRemoved)
    case .join, .joinWithoutValues:
      perform(
        engine.join(with: settings.contents(), isOffering: resolution == .join, at: context.clock.now()))
    }
  }

  private func isUnread(_ key: SettingsKey) -> Bool { settings.storedContent(of: key)?.isUnread ?? false }

  /// Discards the snapshot if the program has asked for that.
  func discardSnapshot() {
    let isDiscarded = sync.shared.withLock { shared in
      defer { shared.isSnapshotDiscarded = false }
      return shared.isSnapshotDiscarded
    }
    if isDiscarded { engine.memory.snapshot = [:] }
  }

  private func publish() {
    discardSnapshot()
    let snapshot = engine.memory.snapshot
    sync.shared.withLock { if !$0.isSnapshotDiscarded { $0.snapshot = snapshot } }
    var phase = engine.phase
    if phase == .current, let late = outbox.lateChannel { phase = .waiting(late) }
    if phase == .current, hasOversizedEntries { phase = .waiting(nil) }
    sync.publish(phase, at: context.clock.now())
  }
}

// MARK: Effects

extension SyncSession {
  func perform(_ effects: [SyncEffect]) {
    var pending = effects[...]
    var attemptCount = 0
    while let effect = pending.popFirst() {
      switch effect {
      case .save: save()
      case .apply(let entries):
        attemptCount += 1
        pending = apply(entries, isLast: attemptCount >= Self.maximumAttempts)[...] + pending
      case .clear(let keys): pending = clear(keys)[...] + pending
      case .send(let body, let peer): outbox.add(body, to: peer)
      case .conflict(let collision): report(collision)
      case .refuse(let peer): SettingsDiagnostics.report(.otherAccount(.otherAccount(peer)))
      case .reconnect:
        connect()
        pending = engine.put()[...] + pending
      case .reconnectLater: reconnectLater()
      case .overflow(let key):
        report(.tooManyUndeclared(key), of: .merging)
      }
    }
    removeSettledRefusals()
    publish()
  }

  private func report(_ collision: SyncCollision) {
    guard let setting = settings.description(of: collision.key) else { return }
    do throws(SettingsError) {
      let conflict = try SyncConflict(collision, of: setting)
      let continuations = sync.shared.withLock { Array($0.conflicts.values) }
      for continuation in continuations { continuation.yield(conflict) }
      if continuations.isEmpty { SettingsDiagnostics.report(.syncConflict(conflict.key)) }
    } catch {
      report(error.at(setting.key), of: .merging)
    }
  }

  /// Reports the failure of an activity once until that has succeeded.
  func report(_ error: SettingsError, of activity: SyncActivity) {
    if failures.add(error, of: activity) { SettingsDiagnostics.report(error) }
  }
}

// MARK: Transport

extension SyncSession {
  /// Connects with the current identity.
  private func connect() {
    reconnecting?.cancel()
    reconnecting = nil
    closeConnection()
    disconnectAll()
    connectionTime = context.clock.now()
    let (number, input) = (connection, sync.shared.withLock { $0.input })
    let events = sync.transport.events(for: engine.memory.replica)
    let (requested, requests) = AsyncStream.makeStream(of: Void.self)
    self.requests = requests
    connecting = Task {
      var requested = requested.makeAsyncIterator()
      do {
        for try await event in events {
          input?.yield(.event(event, connection: number))
          // A peer that sends faster than its messages are handled takes no memory.
          await requested.next()
        }
        input?.yield(.disconnected(nil, connection: number))
      } catch {
        input?.yield(.disconnected(error, connection: number))
      }
    }
  }

  /// Ends the current connection, whose events are ignored from now on.
  private func closeConnection() {
    connecting?.cancel()
    connection += 1
  }

  private func disconnectAll() {
    engine.disconnectAll()
    outbox.disconnectAll()
  }

  /// Starts to send what can be sent now.
  ///
  /// - Returns: The transmissions, whose ends are inputs.
  func startTransmissions() -> [SyncTransmission] {
    if engine.stop != nil { outbox.discardWaiting() }
    let input = sync.shared.withLock { $0.input }
    var transmissions: [SyncTransmission] = []
    // Other devices get no change that this one could lose.
    for (peer, content) in failedFlushCount > 0 ? [] : outbox.takeReady() {
      let parts = content.bodies(of: engine.memory.state).flatMap { encoded($0) }
      let transmission = SyncTransmission(parts, to: peer, over: sync.transport) { error in
        input?.yield(.sent(to: peer, error))
      }
      outbox.begin(transmission)
      transmissions.append(transmission)
    }
    publish()
    return transmissions
  }

  private func didSend(to peer: SyncPeer?, _ error: (any Error)?) {
    guard outbox.end(peer) else { return }
    if let error { didFailToSend(to: peer, error) } else { failures.end(.sending(to: peer)) }
  }

  private func didFailToSend(to peer: SyncPeer?, _ error: any Error) {
    report((error as? SettingsError) ?? .transportFailed(error), of: .sending(to: peer))
    engine.didFailToSend(to: peer)
    // A stream that has failed reports that its peer has disconnected.
    if sync.transport.delivery == .latestState { retryLater(after: .sending(to: peer)) }
  }

  /// Connects again after a pause, because the connection has failed or is no longer of use.
  private func reconnectLater(because error: (any Error)? = nil) {
    closeConnection()
    // The failure to send that has started the pause was reported, and often has the same reason.
    if reconnecting != nil { return }
    let now = context.clock.now()
    if sync.transport.delivery == .latestState {
      failures.end(.connecting, lasting: .milliseconds(now > connectionTime ? now - connectionTime : 0))
    }
    if let error { report(.transportFailed(error), of: .connecting) }
    retryLater(after: .connecting)
  }

  /// Connects again, because an activity has failed, after a pause that becomes longer until the activity succeeds.
  ///
  /// A device that can't send still receives messages during the pause. A failure during the pause doesn't prolong it.
  /// Otherwise, a device that can't send would never connect again as long as its settings change.
  private func retryLater(after failed: SyncActivity) {
    if reconnecting != nil { return }
    let (pause, clock, input) = (
      failures.pause(before: failed), context.clock, sync.shared.withLock { $0.input }
    )
    reconnecting = Task {
      do { try await clock.sleep(for: pause) } catch { return }
      input?.yield(.connect)
    }
  }
}

extension SettingsError {
  fileprivate static var valuesNotRemoved: SettingsError {
    SettingsError(
      .storeUnavailable, found: "settings whose values can't be removed, because they can't be read or are forced",
      advice: "call 'resolve' again when they can be read and aren't forced; nothing was changed")
  }

  fileprivate static func syncConflict(_ key: SettingsKey) -> SettingsError {
    SettingsError(
      .syncConflict, key: key, found: "a change that another device has replaced without having seen it",
      advice: "iterate 'conflicts' to get both values")
  }
}
