#if Etcd
  import Foundation
  import Synchronization
  import Testing

  /// A server of etcd that a test starts, kills, and wipes.
  final class EtcdServer: Sendable {
    /// The path of the installed server, or `nil` if there is none.
    static let executable = path(of: "etcd")

    let url: String

    private let name: String
    private let folder: URL
    private let peer: String
    /// The names and peers of all members of the cluster.
    private let members: String
    private let options: [String]
    private let process = Mutex<Process?>(nil)

    /// Starts a server with no data.
    ///
    /// - Parameters:
    ///   - scheme: The scheme of the endpoint.
    ///   - options: Further options of the command line.
    /// - Throws: An error if the server can't be started.
    convenience init(scheme: String = "http", options: [String] = []) throws {
      let port = Self.unusedPort()
      try self.init(
        name: "default", scheme: scheme, port: port, members: "default=http://127.0.0.1:\(port + 1)", options: options)
    }

    private init(name: String, scheme: String, port: Int, members: String, options: [String]) throws {
      self.name = name
      self.members = members
      self.options = options
      url = "\(scheme)://127.0.0.1:\(port)"
      peer = "http://127.0.0.1:\(port + 1)"
      folder = FileManager.default.temporaryDirectory.appending(path: "etcd-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try start()
    }

    /// Starts the members of a cluster with no data.
    ///
    /// - Parameters:
    ///   - count: The number of members.
    ///   - options: Further options of the command line.
    /// - Returns: The members, which elect a leader as soon as a majority of them runs.
    /// - Throws: An error if a member can't be started.
    static func cluster(of count: Int, options: [String] = []) throws -> [EtcdServer] {
      var ports: Set<Int> = []
      while ports.count < count { ports.insert(unusedPort()) }
      let named = ports.sorted().enumerated().map { (name: "member\($0)", port: $1) }
      let members = named.map { "\($0.name)=http://127.0.0.1:\($0.port + 1)" }.joined(separator: ",")
      return try named.map {
        try EtcdServer(name: $0.name, scheme: "http", port: $0.port, members: members, options: options)
      }
    }

    /// Returns a port that is unused, like the next one.
    ///
    /// Most systems give ports from 32,768 on to outgoing connections. Such a port stays taken for a minute after its
    /// connection was closed, and is taken again while a server that was killed is down.
    private static func unusedPort() -> Int {
      while true {
        let port = Int.random(in: 10_000..<32_000) / 2 * 2
        if canListen(at: port), canListen(at: port + 1) { return port }
      }
    }

    private static func canListen(at port: Int) -> Bool {
      do {
        _ = try ListeningSocket(at: port)
        return true
      } catch { return false }
    }

    deinit {
      kill()
      do { try FileManager.default.removeItem(at: folder) } catch {}
    }

    /// Starts the server with the data that it had.
    func start() throws {
      let server = Process()
      server.executableURL = URL(filePath: try #require(Self.executable))
      server.arguments =
        [
          "--name", name, "--data-dir", folder.appending(path: "data").path, "--log-level", "error",
          "--listen-client-urls", url, "--advertise-client-urls", url, "--listen-peer-urls", peer,
          "--initial-advertise-peer-urls", peer, "--initial-cluster", members,
        ] + options
      let output = folder.appending(path: "output")
      try Data().write(to: output)
      let handle = try FileHandle(forWritingTo: output)
      server.standardOutput = handle
      server.standardError = handle
      // The test ends, instead of waiting for the server until its time limit.
      server.terminationHandler = { [url] server in
        let text = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
        Issue.record("etcd at \(url) ended with \(server.terminationStatus): \(text)")
        EndedServers.shared.add(url)
      }
      try server.run()
      process.withLock { $0 = server }
    }

    /// Ends the server without a chance to save anything.
    func kill() {
      process.withLock { process in
        guard let server = process else { return }
        server.terminationHandler = nil
        Foundation.kill(server.processIdentifier, SIGKILL)
        server.waitUntilExit()
        process = nil
      }
    }

    /// Stops the server without closing its connections, as if its machine were cut off, or lets it continue.
    func setSuspended(_ isSuspended: Bool) {
      process.withLock { process in
        guard let process else { return }
        Foundation.kill(process.processIdentifier, isSuspended ? SIGSTOP : SIGCONT)
      }
    }

    /// A Boolean value that indicates whether the server leads its cluster.
    ///
    /// - Throws: An error if the server doesn't answer.
    var isLeader: Bool {
      get throws {
        // The endpoint, the member, its version, its size, and whether it leads.
        let status = try control("endpoint", "status").split(separator: ", ")
        return status.count > 4 && status[4] == "true"
      }
    }

    /// Removes the data of a server that isn't running.
    func wipe() throws { try FileManager.default.removeItem(at: folder.appending(path: "data")) }

    /// Runs the client of etcd with an input, and returns its output.
    @discardableResult
    func control(_ arguments: String..., input: String = "") throws -> String {
      let client = Process()
      client.executableURL = URL(filePath: try #require(Self.path(of: "etcdctl")))
      client.arguments = ["--endpoints", url, "--command-timeout", "20s", "--dial-timeout", "20s"] + arguments
      let output = Pipe()
      client.standardOutput = output
      client.standardError = FileHandle.nullDevice
      let pipe = Pipe()
      client.standardInput = pipe
      try client.run()
      try pipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
      try pipe.fileHandleForWriting.close()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      client.waitUntilExit()
      try #require(client.terminationStatus == 0, "etcdctl \(arguments)")
      return text
    }

    private static func path(of program: String) -> String? {
      let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      return folders.map { "\($0)/\(program)" }.first(where: FileManager.default.isExecutableFile)
    }
  }
#endif
