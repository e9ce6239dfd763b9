internal import TypedSettingsCore

/// One run of synchronization: it performs the effects of the engine, one after the other.
///
/// A session never waits for a transport, so that local changes are stamped soon after they were made.
final class SyncSession {
  let sync: SettingsSync
  let context: SyncContext
  var engine: SyncEngine
  var outbox = SyncOutbox()
  /// The connections, in the order of the transports.
  var connections: [SyncConnection]
  /// The pause after changes were stamped.
  var resting: Task<Void, Never>?
  /// The failures since the last success.
  var failures = SyncFailures()
  /// The settings that may have changed and can't be read, which are compared later.
  var unread: Set<SettingsKey> = []
  /// The contents that their stores had when the session started.
  var recovered: [SettingsKey: SyncContent] = [:]
  /// The state in the storage, or `nil` if everything has to be saved.
  var saved: SyncSavedState?
  /// The keys whose entries or records have changed since the state was saved.
  var unsavedKeys: Set<SettingsKey> = []
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
  /// The pauses before peers are asked again that have sent a damaged message.
  var asking: [SyncPeer: Task<Void, Never>] = [:]
  /// The hash of the devices that the program sees.
  var publishedDeviceRoot: UInt64 = 0

  var settings: any SyncParticipant { sync.settings }

  /// Creates a session, and loads the saved state.
  ///
  /// With a corrupt state, the settings join the group again.
  ///
  /// - Throws: `SettingsError` if there is a state that can't be read or set aside, or one of a newer format.
  init(of sync: SettingsSync) throws(SettingsError) {
    self.sync = sync
    context = sync.context
    connections = sync.transports.enumerated().map { SyncConnection(over: $1, at: $0) }
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
      over: sync.transports.map(\.delivery), rules: sync.context.rules,
      renaming: { settings.renamed($0, $1, version: $2) }, random: sync.context.random)
    engine.deviceName = context.deviceName
    // A program can pass the longest duration for a device that's never forgotten.
    engine.deviceExpiry = context.deviceExpiry.map {
      min(UInt64(clamping: $0.components.seconds), .max / 1_000) * 1_000
    }
    // What was restored is durable.
    _ = engine.takeChangedKeys()
    sync.shared.withLock { $0.hasStarted = true }
    // Now, because starting can add values to the snapshot that the program hasn't seen.
    discardSnapshot()
  }

  /// Connects, and stamps the changes since the last run.
  func start() {
    publishChanges(of: engine.declarations.keys)
    let edits = takeEdits()
    for transport in connections.indices { connect(transport) }
    // Before the contents, because a store can be readable a moment later.
    recovered = settings.unreliableContents
    let contents = settings.contents()
    unread = Set(engine.declarations.keys.filter { contents[$0] == nil })
    let changed = takeChanges(in: contents)
    perform(
      engine.start(
        contents, changed: changed, times: times(of: contents, noted: edits), isPartial: !recovered.isEmpty,
        at: context.clock.now()))
    declare()
    forgetDevices()
    publish()
  }

  /// Closes the connection.
  func disconnect() {
    for connection in connections { connection.end() }
    for pause in [resting, flushing, postponing].compactMap(\.self) + asking.values { pause.cancel() }
  }

  /// Publishes that nothing is exchanged from now on.
  func stop() {
    for transport in connections.indices { disconnectAll(on: transport) }
    publish()
  }

  /// Handles an input, after the changes that precede it.
  func handle(_ input: SettingsSync.Input) {
    switch input {
    case .edited, .rested:
      catchUp()
      collect()
    // Sending depends on no change in the meantime.
    case .sent(let destination, let error): didSend(to: destination, error)
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
    case .connect(let transport):
      connect(transport)
      perform(engine.put(on: transport))
    case .event(let event, let identity):
      let isCurrent = identity == connections[identity.transport].identity
      // A later connection doesn't have to report the same change of the account again.
      guard isCurrent || event == .accountChanged else { break }
      handle(event, on: identity.transport)
      if identity == connections[identity.transport].identity { connections[identity.transport].requests?.yield() }
    case .disconnected(let error, let identity):
      guard identity == connections[identity.transport].identity else { break }
      disconnectAll(on: identity.transport)
      reconnectLater(identity.transport, because: error)
    case .damaged(let peer):
      asking[peer] = nil
      perform(engine.startOver(with: peer))
    case .resolution(let resolution): resolve(resolution)
    case .snapshotDiscarded: perform([.save])
    case .forgotten: forgetDevices()
    case .removedMailbox(let replica, let transport, let error): didRemoveMailbox(of: replica, on: transport, error)
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
    publishChanges(of: changed)
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
      publishChanges(of: engine.declarations.keys)
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

  func publish() {
    publishDevices()
    discardSnapshot()
    let snapshot = engine.memory.snapshot
    sync.shared.withLock { if !$0.isSnapshotDiscarded { $0.snapshot = snapshot } }
    var phase = engine.phase
    if phase == .current, let late = outbox.lateDestination { phase = .waiting(late.peer) }
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
      case .send(let body, let destination): outbox.add(body, to: destination)
      case .conflict(let collision): report(collision)
      case .refuse(let peer): SettingsDiagnostics.report(.otherAccount(.otherAccount(peer)))
      case .reconnect(let transport):
        connect(transport)
        pending = engine.put(on: transport)[...] + pending
      case .reconnectLater(let transport): reconnectLater(transport)
      case .removeMailbox(let replica, let transport): removeMailbox(of: replica, on: transport)
      case .drop(let key, let reason):
        let place = settings.description(of: key)?.key ?? key
        report(reason == .tooMany ? .tooManyUndeclared(place) : .implausibleTime(place), of: .merging)
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
