internal import TypedSettingsCore

/// The connection of a store to its engine, which runs in one task until that is canceled.
package struct RemoteSession: Sendable {
  let backend: any RemoteSettingsBackend
  let core: RemoteCore
  let cache: RemoteCache?

  /// Runs until the task is canceled.
  func run() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await connect() }
      if let cache { group.addTask { await cache.saveChanges() } }
    }
    core.close()
    await backend.close()
  }

  /// Connects again and again.
  private func connect() async {
    while !Task.isCancelled {
      do throws(SettingsError) {
        let acceptances = core.acceptances
        switch core.nextStep() {
        case .list: try await list()
        case .watch(let position, let number):
          try await watch(after: position, number)
          throw .remoteUnavailable("a watch that the engine ended")
        case .pause(let duration): await pause(duration, endsAfter: acceptances)
        }
      } catch {
        // A session that was canceled has no failure to report.
        core.disconnected(Task.isCancelled ? nil : error)
      }
    }
    core.disconnected(nil)
  }

  /// Waits for a time, or until the program accepts that the engine has lost its data.
  private func pause(_ duration: Duration, endsAfter acceptances: Int) async {
    await withTaskGroup(of: Void.self) { group in
      // A pause that is canceled ends the session.
      group.addTask { do { try await core.clock.sleep(for: duration) } catch {} }
      group.addTask { await core.wait(for: .acceptance(after: acceptances)) }
      await group.next()
      group.cancelAll()
    }
  }

  private func list() async throws(SettingsError) {
    let (backend, limits) = (backend, core.options.limits)
    let snapshot = try await core.clock.withTimeout(core.options.requestTimeout) { () async throws(SettingsError) in
      try await backend.list(limits: limits)
    }
    guard !Task.isCancelled else { return }
    try core.listed(snapshot)
  }

  /// Watches the engine, until the watch ends or is silent for too long.
  private func watch(after position: RemotePosition, _ number: Int) async throws(SettingsError) {
    let (backend, core, options) = (backend, core, core.options)
    let error = await withTaskGroup(of: SettingsError?.self) { group in
      group.addTask {
        let watch = RemoteWatchOptions(heartbeat: options.heartbeat, limits: options.limits)
        do throws(SettingsError) {
          try await backend.watch(after: position, options: watch) { (event) async throws(SettingsError) in
            if Task.isCancelled { throw .remoteUnavailable("a watch that was cancelled") }
            guard try core.received(event, ofWatch: number) || event == .historyLost else {
              throw .remoteUnavailable("a watch that continues after its end")
            }
          }
          return nil
        } catch {
          return error
        }
      }
      group.addTask { await waitForSilence() }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
    if let error { throw error }
  }

  /// Waits until the watch was silent for too long.
  private func waitForSilence() async -> SettingsError? {
    let (clock, limit) = (core.clock, core.options.policy.silenceLimit)
    let start = clock.now().uptime
    while true {
      let last = max(start, core.lastWord?.uptime ?? start)
      let rest = last + limit - clock.now().uptime
      if rest <= .zero { return .remoteUnavailable("an engine that was silent for \(limit)") }
      do { try await clock.sleep(for: rest) } catch { return nil }
    }
  }
}

extension RemoteClock {
  /// Performs a request, and cancels it after a time.
  ///
  /// - Parameters:
  ///   - duration: The time.
  ///   - replacesError: A Boolean value that indicates whether a request that was canceled throws the error for an
  ///     engine that didn't answer in time; otherwise, it throws its own.
  ///   - request: The request, which ends soon after it's canceled.
  /// - Returns: The result of the request, even if it arrives after the time.
  /// - Throws: The error for an engine that didn't answer in time, or the error of the request.
  func withTimeout<Answer: Sendable>(
    _ duration: Duration, replacesError: Bool = true,
    _ request: @escaping @Sendable () async throws(SettingsError) -> Answer
  ) async throws(SettingsError) -> Answer {
    let result = await withTaskGroup(of: Result<Answer, SettingsError>?.self) { group in
      group.addTask {
        do throws(SettingsError) { return .success(try await request()) } catch { return .failure(error) }
      }
      group.addTask {
        do { try await sleep(for: duration) } catch {}
        return nil
      }
      var timedOut = false
      for await result in group {
        group.cancelAll()
        guard let result else {
          timedOut = true
          continue
        }
        guard case .failure(let cause) = result, timedOut, replacesError else { return result }
        return Result<Answer, SettingsError>.failure(
          .remoteUnavailable("an engine that didn't answer in time: \(cause.found)", underlying: cause))
      }
      return .failure(.remoteUnavailable("a request without an answer"))
    }
    return try result.get()
  }
}
