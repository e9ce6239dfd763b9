#if Etcd
  import Foundation
  import Testing
  import TypedSettings

  @testable import TypedSettingsFleet

  @Suite struct EtcdAnswersTests {
    private static let header = #""header":{"cluster_id":"9","revision":"7","raft_term":"2"}"#

    @Test func `the answer to a read has the keys, the revision, and whether more follow`() throws {
      let answer = try EtcdRangeAnswer(
        Array(
          #"{\#(Self.header),"kvs":[{"key":"L3Nob3AvYS9i","create_revision":"2","mod_revision":"4","value":"MQ=="}],"#
            .utf8) + Array(#""more":true,"count":"2"}"#.utf8))
      #expect(answer.header.revision == 7)
      #expect(answer.hasMore)
      #expect(answer.keyValues.map(\.key) == [Array("/shop/a/b".utf8)])
      #expect(answer.keyValues.map(\.value) == [Array("1".utf8)])
      #expect(answer.keyValues.map(\.revision) == [4])
    }

    @Test func `fields with a default value are left out`() throws {
      let answer = try EtcdRangeAnswer(Array(#"{\#(Self.header),"kvs":[{"key":"L3Nob3A="}]}"#.utf8))
      #expect(!answer.hasMore)
      #expect(answer.keyValues.map(\.value) == [[]])
    }

    @Test(arguments: [
      "", "{", "null", "[]", "7", #""text""#, "\u{0}", "{}", #"{"header":[]}"#, #"{"header":{"revision":"-1"}}"#,
      #"{"header":{"revision":"99999999999999999999"}}"#, #"{"header":{"revision":true}}"#,
      #"{"header":{"revision":"9223372036854775807"}}"#, #"{"header":{"revision":"7x"}}"#,
      #"{"header":{},"kvs":{}}"#, #"{"header":{},"kvs":[1]}"#,
      #"{"header":{},"kvs":[{"key":7}]}"#, #"{"header":{},"kvs":[{"key":"?"}]}"#,
      #"{"header":{},"kvs":[{"key":"QQ==","value":null}]}"#, #"{"header":{},"more":"yes"}"#,
      #"{"header":{},"kvs":[{"key":"QQ==","mod_revision":1.5}]}"#,
      String(repeating: "[", count: 100_000), String(repeating: #"{"header":"#, count: 10_000),
      #"{"header":{}} {"header":{}}"#, #"{"header":{"revision":"1","revision":"2"}}"#,
    ])
    func `an answer that isn't understood is an error`(_ text: String) {
      let error = #expect(throws: SettingsError.self) { try EtcdRangeAnswer(Array(text.utf8)) }
      #expect(error?.code == .remoteMalformed)
    }

    @Test func `truncating an answer anywhere gives an error`() throws {
      let text = Array(#"{\#(Self.header),"kvs":[{"key":"L3Nob3AvYS9i","mod_revision":"4","value":"MQ=="}]}"#.utf8)
      for length in 0..<text.count {
        #expect(throws: SettingsError.self) { try EtcdRangeAnswer(Array(text[..<length])) }
      }
      _ = try EtcdRangeAnswer(text)
    }

    @Test func `a conflict has the revision of the commit that was first, and the present entries`() throws {
      let prefix = try EtcdPrefix("/shop/")
      let transaction = RemoteTransaction(conditions: ["a/b": 2, "a/c": 3, "a/d": 0], writes: [:])
      let key = Data("/shop/a/b".utf8).base64EncodedString()
      let conflict = try EtcdTransactionAnswer(
        Array(
          #"{\#(Self.header),"responses":[{"response_range":{"kvs":[{"key":"\#(key)","value":"Mg==","#.utf8)
          + Array(#""mod_revision":"6"}]}},"#.utf8)
          + Array(#"{"response_range":{}},{"response_range":{}}]}"#.utf8))
      let entry = RemoteEntry(key: "a/b", value: Array("2".utf8), revision: 6)
      let current: [String: RemoteEntry?] = ["a/b": entry, "a/c": nil, "a/d": nil]
      #expect(conflict.outcome(of: transaction, under: prefix) == .conflict(revision: 6, current: current))
      let success = try EtcdTransactionAnswer(Array(#"{\#(Self.header),"succeeded":true}"#.utf8))
      #expect(success.outcome(of: transaction, under: prefix) == .committed(revision: 7))
      // Only the removed key differs.
      let removal = RemoteTransaction(conditions: ["a/c": 3])
      let removed = try EtcdTransactionAnswer(Array(#"{\#(Self.header),"responses":[{"response_range":{}}]}"#.utf8))
      #expect(removed.outcome(of: removal, under: prefix) == .conflict(revision: 4, current: ["a/c": nil]))
    }

    @Test(arguments: [
      (401, #"{"message":"etcdserver: invalid auth token","code":16}"#, EtcdFailure.Kind.token),
      (400, #"{"message":"etcdserver: user name is empty","code":3}"#, .token),
      (403, #"{"message":"etcdserver: permission denied","code":7}"#, .refused),
      (400, #"{"message":"etcdserver: mvcc: required revision has been compacted","code":11}"#, .compacted),
      (400, #"{"message":"etcdserver: mvcc: required revision is a future revision","code":11}"#, .futureRevision),
      (503, #"{"message":"etcdserver: leader changed","code":14}"#, .unavailable),
      (504, #"{"message":"etcdserver: request timed out","code":4}"#, .unavailable),
      (502, "<html>Bad Gateway</html>", .unavailable), (404, "Not Found", .refused), (401, "", .token),
      (500, #"{"message":7}"#, .unavailable),
      (400, #"{"message":"etcdserver: too many operations in txn request","code":3}"#, .tooManyOperations),
      // The answers of proxies, without a code of etcd.
      (502, #"{"message":"An invalid response was received from the upstream server"}"#, .unavailable),
      (503, "{}", .unavailable), (503, #"{"message":"Service Unavailable","code":503}"#, .unavailable),
      (403, #"{"message":"Forbidden"}"#, .refused), (401, #"{"message":"Unauthorized","code":0}"#, .token),
    ])
    func `failures are classified`(_ status: Int, _ body: String, _ kind: EtcdFailure.Kind) {
      #expect(EtcdFailure(status: status, body: Array(body.utf8)).kind == kind)
    }

    @Test func `the text of a failure is short and without control characters`() {
      let text = "\\u001b[31m" + String(repeating: "é", count: 10_000)
      let failure = EtcdFailure(status: 400, body: Array(#"{"message":"\#(text)","code":3}"#.utf8))
      #expect(failure.message.count <= 120)
      #expect(!failure.message.unicodeScalars.contains { $0.value < 0x20 })
    }

    @Test(arguments: ["", "a b", "a\r\nHost: other", "é", String(repeating: "a", count: 9000)])
    func `a token that can't be a header is refused`(_ token: String) throws {
      let text = try JSONWriter.text(of: ["token": .string(token)])
      #expect(throws: SettingsError.self) { try EtcdTokenAnswer(Array(text.utf8)) }
    }

    @Test func `only a transaction that etcd received can have been committed`() {
      let transaction = RemoteTransaction(conditions: ["a/b": 1])
      let gateway = EtcdFailure(status: 502, body: Array(#"{"message":"Bad Gateway"}"#.utf8))
      #expect(EtcdRequestError.failure(gateway).commitError(of: transaction).code == .remoteOutcomeUnknown)
      let token = EtcdRequestError.unusable(.remoteMalformed("an answer of etcd without a usable token"))
      #expect(token.commitError(of: transaction).code == .remoteMalformed)
    }

    @Test func `the error of a request names the endpoint, and those that failed before`() {
      let refusal = EtcdFailure(status: 403, body: Array(#"{"message":"permission denied","code":7}"#.utf8))
      let one = EtcdFailedRequest(reason: .failure(refusal), endpoints: ["http://a:1"])
      #expect(one.settingsError.found == "etcd answered 'permission denied' (endpoint 'http://a:1')")
      #expect(one.commitError(of: RemoteTransaction()).found == one.settingsError.found)
      let three = EtcdFailedRequest(
        reason: .unreachable(nil, nil), endpoints: ["http://a:1", "http://b:1", "http://c:1"])
      #expect(three.settingsError.code == .remoteUnavailable)
      #expect(
        three.settingsError.found
          == "no connection to etcd (endpoint 'http://c:1', after 'http://a:1' and 'http://b:1')")
    }

    @Test func `a transaction of too many keys is refused with their number and the limit`() {
      let conditions = Dictionary(uniqueKeysWithValues: (0..<200).map { ("a/\($0)", Int64(0)) })
      let text = #"{"message":"etcdserver: too many operations in txn request","code":3}"#
      let refusal = EtcdRequestError.failure(EtcdFailure(status: 400, body: Array(text.utf8)))
      let error = refusal.commitError(of: RemoteTransaction(conditions: conditions))
      #expect(error.code == .remoteRefused)
      #expect(error.found.contains("200"))
      #expect(error.advice.contains("128") && error.advice.contains("--max-txn-ops"))
    }

    @Test(arguments: [
      "10.0.0.5:2379", "ftp://host", "http://", "http://user:password@host:2379", "http://host/path", "http://host?a=b",
      "", "http://host:2379#a", "http://10.0.0.5:65536", "http://10.0.0.5:0", "http://host:99999999999999999999",
      "https://[::1]:70000",
    ])
    func `an invalid endpoint is refused without showing it`(_ endpoint: String) {
      let error = #expect(throws: SettingsError.self) { try EtcdEndpoints([endpoint]) }
      #expect(error.map { !"\($0)".contains("password@") } == true)
    }

    @Test(arguments: ["http://10.0.0.5:2379", "https://[::1]:2379", "https://[::1]", "http://etcd", "http://etcd:1"])
    func `an endpoint has a host and perhaps a port`(_ endpoint: String) throws {
      #expect(try EtcdEndpoints([endpoint + "/"]).all == [endpoint])
    }

    @Test(arguments: [
      (["http://127.0.0.1:1"], EtcdTLS(authorities: "/none"), "'http://127.0.0.1:1'"),
      (
        ["https://127.0.0.1:1", "http://127.0.0.1:2"], EtcdTLS(certificate: "/none", privateKey: "/none"),
        "'http://127.0.0.1:2'"
      ),
      (["https://127.0.0.1:1"], EtcdTLS(certificate: "/none"), "without a private key"),
      (["https://127.0.0.1:1"], EtcdTLS(privateKey: "/none"), "without a client's certificate"),
    ])
    func `certificates that no connection would use are refused`(
      _ endpoints: [String], _ tls: EtcdTLS, _ words: String
    ) async {
      let error = await #expect(throws: SettingsError.self) {
        _ = try await EtcdSettingsStore(endpoints: endpoints, prefix: "/shop/", tls: tls)
      }
      #expect(error?.code == .remoteRefused)
      #expect(error?.found.contains(words) == true)
    }

    @Test(arguments: [EtcdTLS(authorities: "/none"), EtcdTLS(certificate: "/none", privateKey: "/key")])
    func `a certificate that can't be read is named`(_ tls: EtcdTLS) async {
      let error = await #expect(throws: SettingsError.self) {
        _ = try await EtcdSettingsStore(endpoints: ["https://127.0.0.1:1"], prefix: "/shop/", tls: tls)
      }
      #expect(error?.code == .remoteRefused)
      #expect(error?.found == "the PEM file '/none' can't be read")
    }
  }
#endif
