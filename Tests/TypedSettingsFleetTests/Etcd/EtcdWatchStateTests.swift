#if Etcd
  import Foundation
  import Testing
  import TypedSettings

  @testable import TypedSettingsFleet

  @Suite struct EtcdWatchStateTests {
    private var state: EtcdWatchState

    init() throws {
      state = EtcdWatchState(after: RemotePosition(revision: 5), under: try EtcdPrefix("/shop/"), RemoteLimits())
    }

    @Test mutating func `a confirmed watch is progress up to the position only`() throws {
      #expect(try add(#""created":true"#, revision: 9) == .event(.progress(5)))
      #expect(try add("", revision: 9) == .event(.progress(9)))
    }

    @Test mutating func `changes are delivered with their revisions`() throws {
      let events = [event("a", "1", 6), event("b", nil, 7)].joined(separator: ",")
      let changes = [
        RemoteChange(key: "a", value: [UInt8(ascii: "1")], revision: 6),
        RemoteChange(key: "b", value: nil, revision: 7),
      ]
      #expect(try add(#""events":[\#(events)]"#, revision: 9) == .event(.changes(changes, revision: 7)))
      #expect(state.revision == 7)
    }

    @Test mutating func `fragments of a transaction are delivered together, and again after an interruption`() throws {
      #expect(try add(#""fragment":true,"events":[\#(event("a", "1", 6))]"#, revision: 6) == .wait)
      #expect(state.revision == 5)
      _ = try state.start()
      #expect(try add(#""fragment":true,"events":[\#(event("a", "1", 6))]"#, revision: 6) == .wait)
      let step = try add(#""events":[\#(event("b", "2", 6))]"#, revision: 6)
      let changes = [
        RemoteChange(key: "a", value: [UInt8(ascii: "1")], revision: 6),
        RemoteChange(key: "b", value: [UInt8(ascii: "2")], revision: 6),
      ]
      #expect(step == .event(.changes(changes, revision: 6)))
    }

    @Test mutating func `a change that was delivered before is dropped`() throws {
      #expect(try add(#""events":[\#(event("a", "1", 5))]"#, revision: 9) == .event(.progress(5)))
    }

    @Test mutating func `compaction, an older revision, an older term, and another cluster lose the history`() throws {
      #expect(try add(#""canceled":true,"compact_revision":"8""#, revision: 0) == .historyLost)
      #expect(try add(#""created":true"#, revision: 4) == .historyLost)
      #expect(try add(#""created":true"#, revision: 5, term: 7) == .event(.progress(5)))
      #expect(try add("", revision: 6, term: 6) == .historyLost)
      #expect(try add("", revision: 6, term: 7, cluster: "1") == .historyLost)
    }

    @Test mutating func `a watch that etcd refuses has its reason`() throws {
      let reason = "rpc error: code = Unauthenticated desc = etcdserver: invalid auth token"
      let step = try add(#""created":true,"canceled":true,"cancel_reason":"\#(reason)""#, revision: 5)
      #expect(step == .failed(EtcdFailure(cancelReason: reason)))
      #expect(EtcdFailure(cancelReason: reason).kind == .token)
      #expect(EtcdFailure(cancelReason: "code = PermissionDenied desc").kind == .refused)
      #expect(EtcdFailure(cancelReason: "").kind == .unavailable)
    }

    @Test mutating func `the last change shows that the cluster still has its history`() throws {
      _ = try add(#""events":[\#(event("a", "1", 6))]"#, revision: 6)
      let key = Array("/shop/a".utf8)
      #expect(
        try state.confirmation() == .range(from: key, to: nil, limit: 1, revision: 6, omitsValues: true))
      #expect(isConfirmed(by: [EtcdKeyValue(key, [], 6)], revision: 6))
      #expect(!isConfirmed(by: [EtcdKeyValue(key, [], 3)], revision: 6))
      #expect(!isConfirmed(by: [], revision: 6))
      #expect(!isConfirmed(by: [EtcdKeyValue(key, [], 6)], revision: 5))
    }

    @Test(arguments: [
      "", "{}", "[]", #"{"result":1}"#, #"{"result":{}}"#, #"{"result":{"header":{},"events":[{}]}}"#,
      #"{"result":{"header":{"revision":"9"},"events":[{"type":"MOVE","kv":{"mod_revision":"6"}}]}}"#,
      #"{"result":{"header":{"revision":"9"},"events":[{"kv":{"key":"L3N0b3AvYQ==","mod_revision":"6"}}]}}"#,
      #"{"result":{"header":{"revision":"9"},"events":[{"kv":{"key":"L3Nob3AvYQ=="}}]}}"#,
      #"{"result":{"header":{"revision":"9"},"compact_revision":"x"}}"#, "<html>", #"{"error":7}"#,
      #"{"error":{"grpc_code":14,"message":"etcdserver: no leader"}}"#,
    ])
    func `a message that isn't understood is an error`(_ line: String) {
      var state = state
      #expect(throws: SettingsError.self) { try state.add(EtcdWatchAnswer(line: Array(line.utf8))) }
    }

    @Test mutating func `an event that exceeds the limits is an error`() throws {
      state = EtcdWatchState(
        after: RemotePosition(revision: 5), under: try EtcdPrefix("/shop/"), RemoteLimits(maximumTotalSize: 5))
      _ = try add(#""fragment":true,"events":[\#(event("a", "1", 6)),\#(event("b", "1", 6))]"#, revision: 6)
      let error = #expect(throws: SettingsError.self) {
        var state = state
        _ = try Self.add(#""fragment":true,"events":[\#(event("c", "1", 6))]"#, 6, 2, "9", to: &state)
      }
      #expect(error?.code == .remoteTooLarge)
    }

    @Test func `lines are split wherever the network splits the bytes`() throws {
      let text = Array("{1}\n\n{22}\n{333}\n".utf8)
      for size in 1...text.count {
        var lines = EtcdLines(limit: 5)
        var found: [String] = []
        for start in stride(from: 0, to: text.count, by: size) {
          let part = text[start..<min(start + size, text.count)]
          found += try lines.add(part).map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(found == ["{1}", "{22}", "{333}"])
      }
    }

    @Test func `a line without an end is an error at the limit`() throws {
      var lines = EtcdLines(limit: 1000)
      for _ in 0..<10 { #expect(try lines.add([UInt8](repeating: 0x20, count: 100)).isEmpty) }
      let error = #expect(throws: SettingsError.self) { try lines.add([0x20]) }
      #expect(error?.code == .remoteTooLarge)
    }

    private func isConfirmed(by keyValues: [EtcdKeyValue], revision: Int64) -> Bool {
      var state = state
      return state.isConfirmed(by: EtcdRangeAnswer(EtcdHeader(cluster: "9", revision: revision, term: 2), keyValues))
    }

    // MARK: Messages

    private mutating func add(
      _ fields: String, revision: Int64, term: Int64 = 2, cluster: String = "9"
    ) throws -> EtcdWatchState.Step { try Self.add(fields, revision, term, cluster, to: &state) }

    private static func add(
      _ fields: String, _ revision: Int64, _ term: Int64, _ cluster: String, to state: inout EtcdWatchState
    ) throws -> EtcdWatchState.Step {
      let header = #""header":{"cluster_id":"\#(cluster)","revision":"\#(revision)","raft_term":"\#(term)"}"#
      let line = #"{"result":{\#(header)\#(fields.isEmpty ? "" : ",")\#(fields)}}"#
      return try state.add(EtcdWatchAnswer(line: Array(line.utf8)))
    }

    private func event(_ key: String, _ value: String?, _ revision: Int64) -> String {
      let key = Data("/shop/\(key)".utf8).base64EncodedString()
      let kv = #""key":"\#(key)","mod_revision":"\#(revision)""#
      guard let value else { return #"{"type":"DELETE","kv":{\#(kv)}}"# }
      return #"{"kv":{\#(kv),"value":"\#(Data(value.utf8).base64EncodedString())"}}"#
    }
  }
#endif
