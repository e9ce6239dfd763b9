#if Etcd
  internal import TypedSettingsCore

  /// A listing of all keys under a prefix, page by page, at the revision of the first page.
  ///
  /// Only the total size is limited here, because the store ignores a single value that is too large.
  struct EtcdListing {
    /// The largest number of bytes of a page with several keys.
    private static let pageLimit = 16 << 20

    private let prefix: EtcdPrefix
    private let limits: RemoteLimits
    private var entries: [RemoteEntry] = []
    private var size = 0
    private var pageSize = 2000
    private var revision: Int64 = 0
    private var cluster = ""
    /// The first key of the next page, or `nil` after the last one.
    private var next: [UInt8]?

    init(of prefix: EtcdPrefix, _ limits: RemoteLimits) {
      self.prefix = prefix
      self.limits = limits
      next = prefix.first
    }

    /// Returns the request for the next page, or `nil` after the last one.
    func request() throws(SettingsError) -> EtcdRequest? {
      guard let next else { return nil }
      return try .range(from: next, to: prefix.end, limit: pageSize, revision: revision)
    }

    /// The largest number of bytes of the next page.
    var answerLimit: Int {
      pageSize > 1 ? Self.pageLimit : limits.maximumTextSize + 4096
    }

    /// Makes the pages smaller, because one exceeded the limit.
    ///
    /// - Returns: `false` if the page had only one key.
    mutating func reducePages() -> Bool {
      guard pageSize > 1 else { return false }
      pageSize = max(1, pageSize / 8)
      return true
    }

    /// Adds a page.
    ///
    /// - Throws: An error if the page exceeds the limits, or isn't the requested one.
    mutating func add(_ page: EtcdRangeAnswer) throws(SettingsError) {
      if revision == 0 { (revision, cluster) = (page.header.revision, page.header.cluster) }
      guard page.keyValues.count <= pageSize else { throw .remoteMalformed("a page of etcd with too many keys") }
      for keyValue in page.keyValues { try add(keyValue) }
      guard page.hasMore else { return next = nil }
      guard let last = page.keyValues.last else { throw .remoteMalformed("an empty page of etcd before the last one") }
      next = last.key + [0]
    }

    private mutating func add(_ keyValue: EtcdKeyValue) throws(SettingsError) {
      // Also ends a listing whose pages repeat.
      guard let bound = next, !keyValue.key.lexicographicallyPrecedes(bound) else {
        throw .remoteMalformed("a page of etcd whose keys aren't in order")
      }
      next = keyValue.key + [0]
      guard keyValue.revision <= revision else { throw .remoteMalformed("a key of etcd with a later revision") }
      guard let key = try prefix.key(of: keyValue.key) else { return }
      size += key.utf8.count + keyValue.value.count
      guard size <= limits.maximumTotalSize, entries.count < limits.maximumKeyCount else {
        throw .remoteTooLarge("more keys and values under the prefix of etcd than the limits allow")
      }
      entries.append(RemoteEntry(key: key, value: keyValue.value, revision: keyValue.revision))
    }

    /// All entries.
    var snapshot: RemoteSnapshot {
      // A wiped cluster can have the same identity, so the position has no identity of its history.
      let position = RemotePosition(revision: revision, engine: cluster.isEmpty ? nil : cluster)
      return RemoteSnapshot(entries: entries, position: position)
    }
  }
#endif
