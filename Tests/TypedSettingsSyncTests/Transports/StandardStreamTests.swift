#if os(macOS) || os(Linux)
  import Foundation
  import Testing
  import TypedSettings

  @testable import TypedSettingsSync

  /// Sockets of a process that was started without standard streams.
  @Suite(.timeLimit(.minutes(30))) struct StandardStreamTests {
    @Test func `a socket doesn't keep the number of a standard stream`() async {
      await #expect(processExitsWith: .success) { try StandardStreamTests.check() }
    }

    private static func check() throws {
      close(STDIN_FILENO)
      let pair = try SocketPair()
      try #require(pair.one == STDIN_FILENO)
      let socket = try StreamSocket(pair.one)
      #expect(socket.file.descriptor.number > STDERR_FILENO)
      #expect(socket.duplicate.descriptor.number > STDERR_FILENO)
    }
  }
#endif
