#if Etcd
  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif
  internal import TypedSettingsCore

  /// A request to the JSON gateway of etcd.
  struct EtcdRequest: Hashable, Sendable {
    /// The path of the method, such as `/v3/kv/range`.
    let path: String

    /// The JSON text of the message.
    let body: [UInt8]

    private init(_ path: String, _ message: SettingsValue) throws(SettingsError) {
      self.path = path
      body = [UInt8](try JSONWriter.data(of: message))
    }

    /// Reads keys from the first one up to, but not including, the end.
    ///
    /// Without a revision, etcd answers after a majority of its members has confirmed that the answer is current. With
    /// one, the answer belongs to that revision, and is confirmed in the same way.
    ///
    /// - Parameters:
    ///   - first: The first key.
    ///   - end: The end of the range, or `nil` for one key.
    ///   - limit: The largest number of keys to return.
    ///   - revision: The revision to read at, or 0 for the current one.
    ///   - omitsValues: A Boolean value that indicates whether only the keys are returned.
    /// - Returns: The request.
    /// - Throws: An error if the message can't be encoded.
    static func range(
      from first: [UInt8], to end: [UInt8]?, limit: Int, revision: Int64, omitsValues: Bool = false
    ) throws(SettingsError) -> EtcdRequest {
      var message: SettingsValue = ["key": .base64(first), "limit": .number(Int64(limit))]
      if let end { message["range_end"] = .base64(end) }
      if revision > 0 { message["revision"] = .number(revision) }
      if omitsValues { message["keys_only"] = true }
      return try EtcdRequest("/v3/kv/range", message)
    }

    /// Returns a Boolean value that indicates whether a transaction whose conditions don't hold reads the values.
    ///
    /// The values of many keys can exceed the size of an answer.
    static func readsValues(of transaction: RemoteTransaction) -> Bool { transaction.conditions.count <= 8 }

    /// The largest number of bytes of the answer to a transaction: eight values of the size that etcd accepts.
    static let transactionAnswerLimit = 20 << 20

    /// Writes keys if all conditions hold, and otherwise reads the keys in the conditions.
    static func transaction(
      _ transaction: RemoteTransaction, under prefix: EtcdPrefix
    ) throws(SettingsError) -> EtcdRequest {
      let keys = transaction.conditions.sorted { $0.key < $1.key }
      let conditions = keys.map { key, revision -> SettingsValue in
        [
          "key": .base64(prefix.bytes(of: key)), "target": "MOD", "result": "EQUAL",
          "mod_revision": .number(revision),
        ]
      }
      let reads = keys.map { key, _ -> SettingsValue in
        [
          "request_range": [
            "key": .base64(prefix.bytes(of: key)), "keys_only": .bool(!readsValues(of: transaction)),
          ]
        ]
      }
      let writes = transaction.writes.sorted { $0.key < $1.key }.map { key, value -> SettingsValue in
        let key = SettingsValue.base64(prefix.bytes(of: key))
        return if let value {
          ["request_put": ["key": key, "value": .base64(value)]]
        } else {
          ["request_delete_range": ["key": key]]
        }
      }
      return try EtcdRequest(
        "/v3/kv/txn", ["compare": .array(conditions), "success": .array(writes), "failure": .array(reads)])
    }

    /// Watches all keys under a prefix.
    ///
    /// Large events are split into fragments, so that no line of the answer is much longer than a request may be.
    static func watch(_ prefix: EtcdPrefix, from revision: Int64) throws(SettingsError) -> EtcdRequest {
      let message: SettingsValue = [
        "key": .base64(prefix.first), "range_end": .base64(prefix.end), "start_revision": .number(revision),
        "progress_notify": true, "fragment": true,
      ]
      return try EtcdRequest("/v3/watch", ["create_request": message])
    }

    /// Exchanges a password for a token.
    static func authentication(_ credentials: EtcdCredentials) throws(SettingsError) -> EtcdRequest {
      try EtcdRequest(
        "/v3/auth/authenticate", ["name": .string(credentials.user), "password": .string(credentials.password)])
    }
  }

  extension SettingsValue {
    /// Returns the form of a 64-bit integer in messages.
    fileprivate static func number(_ number: Int64) -> SettingsValue { .string("\(number)") }

    /// Returns the form of bytes in messages.
    fileprivate static func base64(_ bytes: [UInt8]) -> SettingsValue { .string(Data(bytes).base64EncodedString()) }
  }
#endif
