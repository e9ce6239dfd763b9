import TypedSettingsSync

// Uses the transports for Apple's platforms as an app would.
let key: UInt8 = 1
let transports: [any SyncTransport] = [
  WatchTransport(group: "com.example.pomodoro"),
  CloudTransport(group: "com.example.pomodoro"),
  SealedTransport(CloudTransport(group: "com.example.pomodoro"), seal: { $0.map { $0 ^ key } }) { $0.map { $0 ^ key } },
]

/// The delegate of the app's own session would call this function.
func sessionReachabilityDidChange() { WatchTransport.sessionDidChange() }

func send(_ message: [UInt8]) async throws {
  for transport in transports where message.count <= transport.maximumMessageSize {
    try await transport.send(message, to: nil)
    for try await event in transport.events(for: SyncReplicaIdentity()) {
      if event == .accountChanged { return }
    }
  }
}
