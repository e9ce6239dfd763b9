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
      let pair = try SocketPair()
      // Not by closing the stream first, because another thread may open a file under its number in between.
      try #require(dup2(pair.one, STDIN_FILENO) == STDIN_FILENO)
      let socket = try StreamSocket(STDIN_FILENO)
      #expect(socket.file.descriptor.number > STDERR_FILENO)
      #expect(socket.duplicate.descriptor.number > STDERR_FILENO)
    }
  }
#endif
