#if Page
  internal import FlyingSocks
  internal import TypedSettingsCore

  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif

  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #elseif canImport(Darwin)
    internal import Darwin
  #endif

  /// A socket that accepts connections.
  struct PageListener {
    let socket: Socket
    let port: UInt16

    /// Listens at an address.
    ///
    /// - Throws: `SettingsError` if the host isn't an address, or the system can't listen at it.
    init(host: String, port: UInt16) throws {
      do {
        if host.contains(":") {
          socket = try Self.listening(at: .inet6(ip6: host, port: port))
        } else {
          socket = try Self.listening(at: .inet(ip4: host, port: port))
        }
      } catch SocketError.failed(let operation, _, let message) {
        throw SettingsError.unavailablePage(at: host, port, operation.hasPrefix("inet_pton") ? nil : message)
      }
      switch try socket.sockname() {
      case .ip4(_, let port), .ip6(_, let port): self.port = port
      case .unix: self.port = port
      }
    }

    private static func listening(at address: some SocketAddress) throws -> Socket {
      let socket = try Socket(domain: Int32(address.family))
      do {
        try socket.setValue(true, for: .localAddressReuse)
        try socket.bind(to: address)
        try socket.listen()
      } catch {
        Self.close(socket)
        throw error
      }
      return socket
    }

    func close() { Self.close(socket) }

    /// Closes a socket; there's nothing to do if that fails.
    static func close(_ socket: Socket) { do { try socket.close() } catch {} }
  }

  /// The connections of a page.
  struct PageServer {
    private struct TimedOut: Error {}

    private let session: PageSession
    private let connections = ConnectionTable()

    init(_ session: PageSession) { self.session = session }

    /// Serves the page until the task is canceled or the socket fails.
    func run(_ listener: PageListener) async throws {
      let pool = SocketPool.make()
      try await pool.prepare()
      let socket = try AsyncSocket(socket: listener.socket, pool: pool)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await pool.run() }
        group.addTask { await session.followChanges() }
        group.addTask { try await accept(from: socket) }
        try await group.next()
        group.cancelAll()
      }
    }

    private func accept(from listener: AsyncSocket) async throws {
      try await withThrowingDiscardingTaskGroup { group in
        var failures = 0
        while true {
          do {
            let connection = try await listener.accept()
            failures = 0
            guard let number = connections.add(connection.socket) else {
              refuse(connection)
              continue
            }
            group.addTask { await serve(connection, number) }
          } catch {
            // The system may be short of file descriptors for a moment.
            failures += 1
            if Task.isCancelled || failures > 100 { throw error }
            try await Task.sleep(for: .milliseconds(50))
          }
        }
      }
    }

    /// Refuses a connection without waiting for its request.
    private func refuse(_ connection: AsyncSocket) {
      let response = PageResponse.text(.unavailable, "There are too many connections.")
      do { _ = try connection.socket.write(Data(response.bytes)) } catch {}
      PageListener.close(connection.socket)
    }

    private func serve(_ connection: AsyncSocket, _ number: Int) async {
      defer {
        // Before the descriptor can belong to another connection.
        connections.remove(number)
        PageListener.close(connection.socket)
      }
      do {
        let followed = try await withThrowingTaskGroup(of: PageRequest?.self) { group in
          group.addTask { try await answer(connection, number) }
          group.addTask {
            try await Task.sleep(for: PageLimit.time)
            throw TimedOut()
          }
          defer { group.cancelAll() }
          return try await group.next() ?? nil
        }
        if let followed { await sendEvents(to: connection, after: followed) }
      } catch {
        // The browser has gone, or it was too slow.
      }
    }

    /// Reads a request and sends the response; returns the request if changes follow.
    private func answer(_ connection: AsyncSocket, _ number: Int) async throws -> PageRequest? {
      var reader = RequestReader()
      while true {
        switch reader.read(try await connection.read(atMost: 4_096)) {
        case .incomplete: continue
        case .complete(let request):
          connections.keep(number)
          let response = await session.response(to: request)
          try await connection.write(Data(response.bytes))
          return response.isEventStream ? request : nil
        case .refused(let status):
          try await connection.write(Data(PageResponse.text(status, "The request is refused.").bytes))
          // A connection that is closed before all bytes were read loses the response.
          _ = shutdown(connection.socket.file.rawValue, Int32(SHUT_WR))
          for _ in 0..<1_024 { _ = try await connection.read(atMost: 4_096) }
          return nil
        }
      }
    }

    /// Sends changes until the browser has gone.
    private func sendEvents(to connection: AsyncSocket, after request: PageRequest) async {
      let version = await session.version(of: request)
      guard let (identifier, wakes) = await session.subscribe(since: version) else { return }
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          for await _ in wakes {
            do {
              // Several changes at once are sent as one.
              try await Task.sleep(for: PageLimit.pause)
              if let event = await session.event(for: identifier) { try await connection.write(Data(event.utf8)) }
            } catch { return }
          }
        }
        group.addTask {
          while true {
            do { try await Task.sleep(for: PageLimit.heartbeat) } catch { return }
            await session.beat(for: identifier)
          }
        }
        group.addTask {
          // A browser sends nothing after its request, so this ends with the connection.
          do { while true { _ = try await connection.read(atMost: 4_096) } } catch {}
        }
        await group.next()
        group.cancelAll()
      }
      await session.unsubscribe(identifier)
    }
  }

  /// The open connections, of which those that haven't sent a request make room for others.
  private final class ConnectionTable: Sendable {
    private struct State {
      var numbers: Set<Int> = []
      var lastNumber = 0
      /// The connections that haven't sent a request, the oldest first.
      var silent: [(number: Int, socket: Socket)] = []
    }

    private let state = LockedState(State())

    /// Adds a connection, in place of the oldest silent one if there are too many.
    ///
    /// - Returns: The number of the connection, or `nil` if all others have sent a request.
    func add(_ socket: Socket) -> Int? {
      state.withLock { state in
        if state.numbers.count >= PageLimit.connections {
          if state.silent.isEmpty { return nil }
          let oldest = state.silent.removeFirst()
          state.numbers.remove(oldest.number)
          // It's closed by its task, which removes it before.
          _ = shutdown(oldest.socket.file.rawValue, Int32(SHUT_RDWR))
        }
        state.lastNumber += 1
        state.numbers.insert(state.lastNumber)
        state.silent.append((state.lastNumber, socket))
        return state.lastNumber
      }
    }

    /// Keeps a connection, which has sent a request.
    func keep(_ number: Int) { state.withLock { $0.silent.removeAll { $0.number == number } } }

    func remove(_ number: Int) {
      state.withLock { state in
        state.numbers.remove(number)
        state.silent.removeAll { $0.number == number }
      }
    }
  }
#endif
