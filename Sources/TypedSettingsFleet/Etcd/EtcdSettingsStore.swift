#if Etcd
  public import TypedSettingsCore

  #if canImport(FoundationEssentials)
    public import FoundationEssentials
  #else
    public import Foundation
  #endif

  /// A store of settings that many programs share over etcd.
  ///
  /// ```swift
  /// // not compiled: needs the trait Etcd
  /// let fleet = try await EtcdSettingsStore(endpoints: ["http://10.0.0.5:2379"], prefix: "/shop/", cache: cacheFile)
  /// let settings = PreferenceContext.$store.withValue(
  ///   LayeredSettingsStore([.layer("fleet", fleet), .writable("local", file)])
  /// ) { ShopSettings() }
  /// ```
  ///
  /// Each setting is a key, which consists of the prefix, the domain, a slash, and the name of the setting's key. The
  /// value is JSON, so you can read and change it with the tools of etcd:
  ///
  /// ```sh
  /// etcdctl get --prefix /shop/
  /// etcdctl put /shop/com.example.shop/ShopSettingsCheckoutTimeout 30
  /// ```
  public typealias EtcdSettingsStore = RemoteSettingsStore

  extension RemoteSettingsStore {
    /// Creates a store of the keys under a prefix of etcd, and connects it.
    ///
    /// The store uses the JSON gateway, which etcd 3.4 and later have unless it's switched off. It connects to the next
    /// endpoint if one can't be reached. ``init(backend:cache:options:)`` describes how long the initializer waits.
    ///
    /// - Parameters:
    ///   - endpoints: The URLs of the members of one cluster, such as `http://10.0.0.5:2379`.
    ///   - prefix: The prefix of all keys, such as `/shop/`. A slash is added if it doesn't end with one.
    ///   - name: The name of the cluster. A cache is used only for the name and the prefix that it was written with.
    ///   - cache: The file that keeps the last known values of declared settings, or `nil` for none.
    ///   - credentials: The user, or `nil` if the cluster has no authentication. To an endpoint with `http`, the
    ///     password is sent in plain text.
    ///   - tls: The certificates for endpoints with `https`. With any certificate, an endpoint with `http` is refused.
    ///   - options: The times and limits of the store.
    /// - Throws: `SettingsError` if an endpoint or the prefix is invalid, or if a certificate can't be read or wouldn't
    ///   be used. An engine that can't be reached isn't an error.
    public convenience init(
      endpoints: [String], prefix: String, name: String? = nil, cache: URL? = nil, credentials: EtcdCredentials? = nil,
      tls: EtcdTLS = EtcdTLS(), options: RemoteSettingsOptions = RemoteSettingsOptions()
    ) async throws(SettingsError) {
      try await self.init(
        endpoints: endpoints, prefix: prefix, name: name, cache: cache, tls: tls, options: options
      ) { credentials }
    }

    /// Creates a store of the keys under a prefix of etcd, with credentials that can change.
    ///
    /// ```swift
    /// // not compiled: needs the trait Etcd
    /// let fleet = try await EtcdSettingsStore(endpoints: ["https://10.0.0.5:2379"], prefix: "/shop/") {
    ///   EtcdCredentials(user: "shop", password: try String(contentsOfFile: "/run/secrets/etcd", encoding: .utf8))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - endpoints: The URLs of the members of one cluster.
    ///   - prefix: The prefix of all keys. A slash is added if it doesn't end with one.
    ///   - name: The name of the cluster. A cache is used only for the name and the prefix that it was written with.
    ///   - cache: The file that keeps the last known values of declared settings, or `nil` for none.
    ///   - tls: The certificates for endpoints with `https`. With any certificate, an endpoint with `http` is refused.
    ///   - options: The times and limits of the store.
    ///   - credentials: A closure that returns the user, or `nil` if the cluster has no authentication. It's called
    ///     before each authentication, so that a changed password is used after etcd has refused the earlier one. An
    ///     error that it throws is a failure to connect.
    /// - Throws: The errors of the other initializer.
    public convenience init(
      endpoints: [String], prefix: String, name: String? = nil, cache: URL? = nil, tls: EtcdTLS = EtcdTLS(),
      options: RemoteSettingsOptions = RemoteSettingsOptions(),
      credentials: @escaping @Sendable () async throws -> EtcdCredentials?
    ) async throws(SettingsError) {
      let prefix = try EtcdPrefix(prefix)
      let endpoints = try EtcdEndpoints(endpoints)
      // Leaves time for another endpoint in the same request of the store.
      let timeout = options.requestTimeout * (endpoints.all.count > 1 ? 0.4 : 1)
      let connection = try EtcdConnection(to: endpoints, as: credentials, tls, timeout: timeout)
      let backend = EtcdSettingsBackend(prefix: prefix, ofCluster: name, over: connection)
      await self.init(backend: backend, cache: cache, options: options)
    }
  }
#endif
