#if Etcd
  internal import AsyncHTTPClient
  internal import NIOCore
  internal import TypedSettingsCore

  extension EtcdSettingsBackend {
    /// The reason why a stream of messages ended.
    private enum StreamEnd: Sendable {
      /// No message came for some time.
      case idle
      /// The changes after the position aren't available.
      case historyLost
      /// Etcd has ended the watch at an endpoint.
      case failed(EtcdFailure, String)
      /// The connection was closed.
      case closed
    }

    /// Watches the prefix with one stream after the other.
    ///
    /// A connection that was cut off, or a member that has lost its cluster, looks like a prefix without changes. A
    /// stream without messages is therefore replaced by a new one, after a majority has confirmed the revision.
    func watch(
      after position: RemotePosition, options: RemoteWatchOptions,
      receive: @Sendable (RemoteEvent) async throws(SettingsError) -> Void
    ) async throws(SettingsError) {
      var state = EtcdWatchState(after: position, under: prefix, options.limits)
      var hasRenewedToken = false
      while true {
        guard try await isConfirmed(&state) else { return try await receive(.historyLost) }
        let before = state.revision
        switch try await follow(&state, options, receive) {
        case .idle: hasRenewedToken = false
        case .historyLost: return try await receive(.historyLost)
        case .failed(let failure, _) where failure.kind == .token && (!hasRenewedToken || state.revision > before):
          connection.renewToken()
          hasRenewedToken = true
        case .failed(let failure, let endpoint): throw failure.error.naming([endpoint])
        case .closed: return
        }
      }
    }

    /// Returns a Boolean value that indicates whether the cluster has the history up to the current revision.
    private func isConfirmed(_ state: inout EtcdWatchState) async throws(SettingsError) -> Bool {
      let request = try state.confirmation()
      let answer: EtcdAnswer
      do { answer = try await connection.read(request, limit: 1 << 20) } catch {
        if case .failure(let failure) = error.reason, [.compacted, .futureRevision].contains(failure.kind) {
          return false
        }
        throw error.settingsError
      }
      do { return state.isConfirmed(by: try EtcdRangeAnswer(answer.bytes)) } catch {
        throw error.naming([answer.endpoint])
      }
    }

    /// Follows one stream until it ends or no message comes for some time.
    private func follow(
      _ state: inout EtcdWatchState, _ options: RemoteWatchOptions,
      _ receive: @Sendable (RemoteEvent) async throws(SettingsError) -> Void
    ) async throws(SettingsError) -> StreamEnd {
      let start = state
      // The tasks of the group end before the closure returns.
      let (end, result) = await withoutActuallyEscaping(receive) { receive in
        await outcome(of: start, options, receive)
      }
      state = end
      if Task.isCancelled { throw .remoteUnavailable("a watch that was cancelled", underlying: CancellationError()) }
      return try result.get()
    }

    private func outcome(
      of start: EtcdWatchState, _ options: RemoteWatchOptions,
      _ receive: @escaping @Sendable (RemoteEvent) async throws(SettingsError) -> Void
    ) async -> (EtcdWatchState, Result<StreamEnd, SettingsError>) {
      let gate = EtcdWatchGate()
      return await withTaskGroup { group in
        group.addTask { () -> (EtcdWatchState, Result<StreamEnd, SettingsError>)? in
          var state = start
          let endpoint = connection.endpoints.selected
          do throws(SettingsError) {
            let end = try await read(&state, at: endpoint, options.limits, gate, receive)
            return (state, .success(end))
          } catch {
            return (state, gate.isClosed ? .success(.idle) : .failure(error.naming([endpoint])))
          }
        }
        group.addTask {
          // Leaves time for the new stream before the heartbeat is due. Throws only when it's canceled.
          do { try await gate.close(afterIdle: options.heartbeat * 0.75) } catch {}
          return nil
        }
        var outcome: (EtcdWatchState, Result<StreamEnd, SettingsError>)?
        for await result in group {
          group.cancelAll()
          outcome = result ?? outcome
        }
        return outcome ?? (start, .success(.idle))
      }
    }

    /// Reads the messages of one stream of an endpoint.
    private func read(
      _ state: inout EtcdWatchState, at endpoint: String, _ limits: RemoteLimits, _ gate: EtcdWatchGate,
      _ receive: @Sendable (RemoteEvent) async throws(SettingsError) -> Void
    ) async throws(SettingsError) -> StreamEnd {
      let request = try state.start()
      let stream: HTTPClientResponse.Body
      do { stream = try await connection.stream(request, at: endpoint) } catch { throw error.settingsError }
      var lines = EtcdLines(limit: limits.maximumTextSize + (1 << 20))
      var chunks = stream.makeAsyncIterator()
      while true {
        let chunk: ByteBuffer
        do {
          guard let next = try await chunks.next() else { break }
          chunk = next
        } catch {
          connection.endpoints.leave(endpoint)
          throw .remoteUnavailable("a watch of etcd whose connection was lost", underlying: error)
        }
        for line in try lines.add(chunk.readableBytesView) {
          // The message is delivered again if the stream is no longer in use.
          guard gate.enter() else { return .idle }
          switch try state.add(EtcdWatchAnswer(line: line)) {
          case .wait: gate.leave(resetsTime: false)
          case .event(let event):
            try await receive(event)
            gate.leave(resetsTime: true)
          case .historyLost: return .historyLost
          case .failed(let failure): return .failed(failure, endpoint)
          }
        }
      }
      connection.endpoints.leave(endpoint)
      return .closed
    }
  }
#endif
