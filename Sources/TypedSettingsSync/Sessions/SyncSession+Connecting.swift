internal import TypedSettingsCore

// The connections of a session, and the events and messages of its transports.

extension SyncSession {
  /// Connects a transport with the current identity.
  func connect(_ transport: Int) {
    connections[transport].reconnecting?.cancel()
    connections[transport].reconnecting = nil
    connections[transport].close()
    disconnectAll(on: transport)
    connections[transport].time = context.clock.now()
    let (identity, input) = (connections[transport].identity, sync.shared.withLock { $0.input })
    let events = connections[transport].transport.events(for: engine.memory.replica)
    let (requested, requests) = AsyncStream.makeStream(of: Void.self)
    connections[transport].requests = requests
    connections[transport].receiving = Task {
      var requested = requested.makeAsyncIterator()
      do {
        for try await event in events {
          input?.yield(.event(event, identity))
          // A peer that sends faster than its messages are handled takes no memory.
          await requested.next()
        }
        input?.yield(.disconnected(nil, identity))
      } catch {
        input?.yield(.disconnected(error, identity))
      }
    }
  }

  func disconnectAll(on transport: Int) {
    engine.disconnectAll(on: transport)
    outbox.disconnectAll(on: transport)
  }

  /// Connects a transport again after a pause, because the connection has failed or is no longer of use.
  func reconnectLater(_ transport: Int, because error: (any Error)? = nil) {
    connections[transport].close()
    // The failure to send that has started the pause was reported, and often has the same reason.
    if connections[transport].reconnecting != nil { return }
    let (now, start) = (context.clock.now(), connections[transport].time)
    if connections[transport].transport.delivery == .latestState {
      failures.end(.connecting(transport), lasting: .milliseconds(now > start ? now - start : 0))
    }
    if let error {
      report(.transportFailed((error as? SettingsError).map(explained) ?? error), of: .connecting(transport))
    }
    retryLater(transport, after: .connecting(transport))
  }

  /// Connects a transport again, because an activity has failed, after a pause that becomes longer until the activity
  /// succeeds.
  ///
  /// A device that can't send still receives messages during the pause. A failure during the pause doesn't prolong it.
  /// Otherwise, a device that can't send would never connect again as long as its settings change.
  private func retryLater(_ transport: Int, after failed: SyncActivity) {
    if connections[transport].reconnecting != nil { return }
    connections[transport].reconnecting = pause(for: failures.pause(before: failed), then: .connect(transport))
  }

  /// Starts a pause, and then sends an input to the session.
  func pause(for duration: Duration, then next: SettingsSync.Input) -> Task<Void, Never> {
    let (clock, input) = (context.clock, sync.shared.withLock { $0.input })
    return Task {
      do { try await clock.sleep(for: duration) } catch { return }
      input?.yield(next)
    }
  }
}

// MARK: Events

extension SyncSession {
  func handle(_ event: SyncTransportEvent, on transport: Int) {
    switch event {
    case .connected(let peer): perform(engine.connect(peer.on(transport: transport)))
    case .disconnected(let peer):
      let peer = peer.on(transport: transport)
      engine.disconnect(peer)
      outbox.disconnect(.peer(peer))
      asking.removeValue(forKey: peer)?.cancel()
      failures.end(.decoding(from: peer))
    case .accountChanged:
      // What is being sent belongs to the former account.
      for transport in connections.indices { outbox.disconnectAll(on: transport) }
      perform(engine.changeAccount())
      (connections[transport].transport as? any AccountReportingTransport)?.didHandleAccountChange()
    case .received(let bytes, let peer): receive(bytes, from: peer.on(transport: transport))
    }
  }

  private func receive(_ bytes: [UInt8], from peer: SyncPeer) {
    do throws(SettingsError) {
      let message = try SyncMessage(decoding: bytes)
      // Each connection to mailboxes delivers their messages, whatever has ended the one before.
      if engine.isStream(peer) { failures.end(.connecting(peer.transport)) }
      failures.end(.decoding(from: peer))
      perform(engine.receive(message, from: peer, at: context.clock.now()))
    } catch {
      report(error, of: .decoding(from: peer))
      if error.code != .newerSyncMessage, engine.didMissMessage(of: peer), asking[peer] == nil {
        asking[peer] = pause(for: failures.pause(before: .decoding(from: peer)), then: .damaged(peer))
      }
    }
  }
}

// MARK: Sending

extension SyncSession {
  /// Starts to send what can be sent now.
  ///
  /// - Returns: The transmissions, whose ends are inputs.
  func startTransmissions() -> [SyncTransmission] {
    if engine.stop != nil { outbox.discardWaiting() }
    let input = sync.shared.withLock { $0.input }
    var transmissions: [SyncTransmission] = []
    // Other devices get no change that this one could lose.
    for (destination, content) in failedFlushCount > 0 ? [] : outbox.takeReady() {
      let parts = content.bodies(of: engine.memory.state).flatMap { encoded($0, for: destination) }
      let transport = connections[destination.transport].transport
      let transmission = SyncTransmission(parts, to: destination, over: transport) { error in
        input?.yield(.sent(to: destination, error))
      }
      outbox.begin(transmission)
      transmissions.append(transmission)
    }
    publish()
    return transmissions
  }

  func didSend(to destination: SyncDestination, _ error: (any Error)?) {
    guard outbox.end(destination) else { return }
    guard let error else { return failures.end(.sending(to: destination)) }
    report(explained((error as? SettingsError) ?? .transportFailed(error)), of: .sending(to: destination))
    engine.didFailToSend(to: destination)
    // A stream that has failed reports that its peer has disconnected.
    if case .mailbox(let transport) = destination { retryLater(transport, after: .sending(to: destination)) }
  }
}
