#if Etcd
  internal import TypedSettingsCore

  /// The header of an answer.
  struct EtcdHeader: Hashable, Sendable {
    /// The identity of the cluster.
    let cluster: String
    /// The revision of the member's data.
    let revision: Int64
    /// The term of the cluster's leader, which only increases.
    let term: Int64

    init(cluster: String = "", revision: Int64, term: Int64 = 0) {
      self.cluster = cluster
      self.revision = revision
      self.term = term
    }

    init(of answer: EtcdFields) throws(SettingsError) {
      guard let fields = try answer.object("header") else {
        throw .remoteMalformed("an answer of etcd without a header")
      }
      cluster = try fields.text("cluster_id")
      revision = try fields.count("revision")
      term = try fields.count("raft_term")
    }
  }

  /// A key with its value.
  struct EtcdKeyValue: Hashable, Sendable {
    let key: [UInt8]
    let value: [UInt8]
    /// The revision of the commit that wrote or removed the key.
    let revision: Int64

    init(_ key: [UInt8], _ value: [UInt8], _ revision: Int64) {
      self.key = key
      self.value = value
      self.revision = revision
    }

    init(_ fields: EtcdFields) throws(SettingsError) {
      key = try fields.bytes("key")
      value = try fields.bytes("value")
      revision = try fields.count("mod_revision")
    }
  }

  /// The answer to a read.
  struct EtcdRangeAnswer: Hashable, Sendable {
    let header: EtcdHeader
    let keyValues: [EtcdKeyValue]
    /// A Boolean value that indicates whether the range has more keys than the limit.
    let hasMore: Bool

    init(_ header: EtcdHeader, _ keyValues: [EtcdKeyValue], hasMore: Bool = false) {
      self.header = header
      self.keyValues = keyValues
      self.hasMore = hasMore
    }

    init(_ bytes: [UInt8]) throws(SettingsError) {
      let answer = try EtcdFields(ofAnswer: bytes)
      header = try EtcdHeader(of: answer)
      var keyValues: [EtcdKeyValue] = []
      for fields in try answer.objects("kvs") { keyValues.append(try EtcdKeyValue(fields)) }
      self.keyValues = keyValues
      hasMore = try answer.flag("more")
    }
  }

  /// The answer to a transaction.
  struct EtcdTransactionAnswer: Hashable, Sendable {
    let header: EtcdHeader
    /// A Boolean value that indicates whether all conditions held.
    let isCommitted: Bool
    /// The keys that the transaction read because a condition didn't hold.
    let found: [[UInt8]: EtcdKeyValue]

    init(_ bytes: [UInt8]) throws(SettingsError) {
      let answer = try EtcdFields(ofAnswer: bytes)
      header = try EtcdHeader(of: answer)
      isCommitted = try answer.flag("succeeded")
      var found: [[UInt8]: EtcdKeyValue] = [:]
      if !isCommitted {
        for response in try answer.objects("responses") {
          for fields in try response.object("response_range")?.objects("kvs") ?? [] {
            let keyValue = try EtcdKeyValue(fields)
            found[keyValue.key] = keyValue
          }
        }
      }
      self.found = found
    }

    /// Returns the outcome of the transaction.
    func outcome(of transaction: RemoteTransaction, under prefix: EtcdPrefix) -> RemoteCommit {
      if isCommitted { return .committed(revision: header.revision) }
      // The header's revision can belong to another program's keys, which no watch of this prefix delivers.
      var change: Int64 = 0
      var current: [String: RemoteEntry?] = [:]
      for (key, expected) in transaction.conditions {
        let entry = found[prefix.bytes(of: key)]
        if entry?.revision ?? 0 != expected { change = max(change, entry?.revision ?? 0, expected + 1) }
        let value = entry.map { RemoteEntry(key: key, value: $0.value, revision: $0.revision) }
        current.updateValue(value, forKey: key)
      }
      let revision = change == 0 ? header.revision : change
      return .conflict(revision: revision, current: EtcdRequest.readsValues(of: transaction) ? current : nil)
    }
  }

  /// The answer to an authentication.
  struct EtcdTokenAnswer: Hashable, Sendable {
    let token: String

    init(_ bytes: [UInt8]) throws(SettingsError) {
      token = try EtcdFields(ofAnswer: bytes).text("token")
      guard !token.isEmpty, token.utf8.count <= 8192, token.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
        throw .remoteMalformed("an answer of etcd without a usable token")
      }
    }
  }
#endif
