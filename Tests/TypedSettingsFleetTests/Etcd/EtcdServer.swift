#if Etcd
  import Foundation
  import Synchronization
  import Testing

  /// A server of etcd that a test starts, kills, and wipes.
  final class EtcdServer: Sendable {
    /// The path of the installed server, or `nil` if there is none.
    static let executable = path(of: "etcd")

    let url: String

    private let folder: URL
    private let port: Int
    private let options: [String]
    private let process = Mutex<Process?>(nil)

    /// Starts a server with no data.
    ///
    /// - Parameters:
    ///   - scheme: The scheme of the endpoint.
    ///   - options: Further options of the command line.
    /// - Throws: An error if the server can't be started.
    init(scheme: String = "http", options: [String] = []) throws {
      port = Int.random(in: 20_000..<60_000) / 2 * 2
      url = "\(scheme)://127.0.0.1:\(port)"
      self.options = options
      folder = FileManager.default.temporaryDirectory.appending(path: "etcd-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try start()
    }

    deinit {
      kill()
      do { try FileManager.default.removeItem(at: folder) } catch {}
    }

    /// Starts the server with the data that it had.
    func start() throws {
      let peer = "http://127.0.0.1:\(port + 1)"
      let server = Process()
      server.executableURL = URL(filePath: try #require(Self.executable))
      server.arguments =
        [
          "--data-dir", folder.appending(path: "data").path, "--log-level", "error",
          "--listen-client-urls", url, "--advertise-client-urls", url, "--listen-peer-urls", peer,
          "--initial-advertise-peer-urls", peer, "--initial-cluster", "default=\(peer)",
        ] + options
      server.standardOutput = FileHandle.nullDevice
      server.standardError = FileHandle.nullDevice
      try server.run()
      process.withLock { $0 = server }
    }

    /// Ends the server without a chance to save anything.
    func kill() {
      process.withLock { process in
        guard let server = process else { return }
        Foundation.kill(server.processIdentifier, SIGKILL)
        server.waitUntilExit()
        process = nil
      }
    }

    /// Removes the data of a server that isn't running.
    func wipe() throws { try FileManager.default.removeItem(at: folder.appending(path: "data")) }

    /// Runs the client of etcd, and returns its output.
    @discardableResult
    func control(_ arguments: String...) throws -> String {
      let client = Process()
      client.executableURL = URL(filePath: try #require(Self.path(of: "etcdctl")))
      client.arguments = ["--endpoints", url, "--command-timeout", "20s", "--dial-timeout", "20s"] + arguments
      let output = Pipe()
      client.standardOutput = output
      client.standardError = FileHandle.nullDevice
      try client.run()
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
