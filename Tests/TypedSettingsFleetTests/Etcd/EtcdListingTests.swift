#if Etcd
  import Testing
  import TypedSettings

  @testable import TypedSettingsFleet

  @Suite struct EtcdListingTests {
    private let prefix: EtcdPrefix

    init() throws { prefix = try EtcdPrefix("/shop/") }

    @Test func `pages are read at the revision of the first one`() throws {
      var listing = EtcdListing(of: prefix, RemoteLimits())
      try listing.add(page(["a/1", "a/2"], revision: 5, hasMore: true))
      #expect(
        try listing.request()
          == .range(from: prefix.bytes(of: "a/2") + [0], to: prefix.end, limit: 2000, revision: 5))
      try listing.add(page(["a/3"], revision: 9))
      #expect(try listing.request() == nil)
      #expect(listing.snapshot.entries.map(\.key) == ["a/1", "a/2", "a/3"])
      #expect(listing.snapshot.position == RemotePosition(revision: 5))
    }

    @Test func `keys that differ only in Unicode normalization are listed with their bytes`() throws {
      var listing = EtcdListing(of: prefix, RemoteLimits())
      let keys = ["a/cafe\u{301}", "a/caf\u{E9}"]
      try listing.add(page(keys))
      #expect(listing.snapshot.entries.map { RemoteKey($0.key) } == keys.map { RemoteKey($0) })
      var table = RemoteTable()
      #expect(try table.replace(with: listing.snapshot, limits: RemoteLimits()).count == 2)
    }

    @Test func `a page that is too large is read in smaller ones, down to one key`() throws {
      var listing = EtcdListing(of: prefix, RemoteLimits())
      var count = 0
      while listing.reducePages() { count += 1 }
      #expect(count == 4)
      #expect(try listing.request() == .range(from: prefix.first, to: prefix.end, limit: 1, revision: 0))
    }

    @Test func `a listing without a limit accepts a value of any size`() {
      var listing = EtcdListing(of: prefix, RemoteLimits(maximumTotalSize: .max))
      while listing.reducePages() {}
      #expect(listing.answerLimit > 1 << 40)
    }

    @Test func `a listing that doesn't end is an error`() throws {
      var listing = EtcdListing(of: prefix, RemoteLimits())
      try listing.add(page(["a/1"], hasMore: true))
      #expect(throws: SettingsError.self) { try listing.add(page(["a/1"], hasMore: true)) }
      var empty = EtcdListing(of: prefix, RemoteLimits())
      #expect(throws: SettingsError.self) { try empty.add(page([], hasMore: true)) }
    }

    @Test(arguments: [RemoteLimits(maximumKeyCount: 2), RemoteLimits(maximumTotalSize: 11)])
    func `a listing that exceeds a limit is an error`(_ limits: RemoteLimits) throws {
      var listing = EtcdListing(of: prefix, limits)
      let error = #expect(throws: SettingsError.self) { try listing.add(page(["a/1", "a/2", "a/3"])) }
      #expect(error?.code == .remoteTooLarge)
    }

    @Test func `a key of another prefix is an error, and one that isn't text is ignored`() throws {
      var listing = EtcdListing(of: prefix, RemoteLimits())
      try listing.add(EtcdRangeAnswer(header(5), [EtcdKeyValue(prefix.first + [0xFF], [], 1)]))
      #expect(listing.snapshot.entries.isEmpty)
      var other = EtcdListing(of: prefix, RemoteLimits())
      #expect(throws: SettingsError.self) {
        try other.add(EtcdRangeAnswer(header(5), [EtcdKeyValue(Array("/stop".utf8), [], 1)]))
      }
    }

    @Test(arguments: [("/shop/", "/shop/", "/shop0"), ("shop", "shop/", "shop0"), ("é", "é/", "é0")])
    func `a prefix ends with a slash`(_ text: String, _ first: String, _ end: String) throws {
      let prefix = try EtcdPrefix(text)
      #expect(prefix.first == Array(first.utf8))
      #expect(prefix.end == Array(end.utf8))
    }

    @Test(arguments: ["", "/"]) func `a prefix of all keys is refused`(_ text: String) {
      #expect(throws: SettingsError.self) { try EtcdPrefix(text) }
    }

    private func page(_ keys: [String], revision: Int64 = 5, hasMore: Bool = false) -> EtcdRangeAnswer {
      EtcdRangeAnswer(
        header(revision), keys.map { EtcdKeyValue(prefix.bytes(of: $0), [UInt8(ascii: "1")], 1) }, hasMore: hasMore)
    }

    private func header(_ revision: Int64) -> EtcdHeader { EtcdHeader(revision: revision) }
  }
#endif
