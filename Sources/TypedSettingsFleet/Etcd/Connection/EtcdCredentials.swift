#if Etcd
  /// The name and the password of a user of etcd.
  ///
  /// The password is sent to each endpoint. Use endpoints with `https`, except on a network that you trust.
  public struct EtcdCredentials: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The name of the user.
    public var user: String

    /// The password of the user.
    public var password: String

    /// Creates credentials.
    ///
    /// - Parameters:
    ///   - user: The name of the user.
    ///   - password: The password of the user.
    public init(user: String, password: String) {
      self.user = user
      self.password = password
    }

    /// The name of the user; the password is omitted.
    public var description: String { "the user '\(user)'" }

    /// The mirror for the debugger and `dump`; the password is omitted.
    public var customMirror: Mirror { Mirror(self, children: ["user": user]) }
  }
#endif
