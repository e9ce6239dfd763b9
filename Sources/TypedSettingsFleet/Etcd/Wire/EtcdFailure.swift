#if Etcd
  internal import TypedSettingsCore

  /// A refusal or a failure that etcd has answered with.
  struct EtcdFailure: Hashable, Sendable {
    /// The kind of a failure.
    enum Kind: Hashable, Sendable {
      /// The token is missing, expired, or older than the users and roles.
      case token
      /// The revision is no longer available.
      case compacted
      /// The revision is later than the current one.
      case futureRevision
      /// A transaction has more operations than etcd accepts; it has changed nothing.
      case tooManyOperations
      /// Another refusal; etcd has changed nothing.
      case refused
      /// The member couldn't complete the request; a change may have been committed.
      case unavailable
    }

    let kind: Kind

    /// The text of etcd, shortened and without control characters.
    let message: String

    /// Reads the body of an answer with an HTTP status other than 200.
    init(status: Int, body: [UInt8]) {
      do {
        try self.init(fields: EtcdFields(ofAnswer: body), status: status)
      } catch {
        // A proxy or another server answers with a page instead of JSON.
        self.init(code: nil, message: "", status: status)
      }
    }

    /// Reads the fields of an error.
    init(fields: EtcdFields, status: Int = 0) throws(SettingsError) {
      let message = try fields.text("message")
      // A stream names the code of the error differently.
      let code = try max(fields.count("code"), fields.count("grpc_code"))
      // A proxy also answers with JSON, without a code of etcd.
      self.init(code: 1...16 ~= code ? code : nil, message: message, status: status)
    }

    /// Reads the reason why a watch was canceled, such as "rpc error: code = Unauthenticated desc = ...".
    init(cancelReason: String) {
      let names = ["Unauthenticated": 16, "PermissionDenied": 7, "InvalidArgument": 3] as [String: Int64]
      let code = names.first { cancelReason.contains("code = \($0.key) ") }?.value
      self.init(code: code ?? 14, message: cancelReason, status: 0)
    }

    private init(code: Int64?, message: String, status: Int) {
      kind = Self.kind(code: code, message: message, status: status)
      let printable = String(
        String.UnicodeScalarView(message.unicodeScalars.prefix(120).filter { $0.value >= 0x20 && $0.value != 0x7F }))
      self.message = printable.isEmpty ? "HTTP status \(status)" : printable
    }

    private static func kind(code: Int64?, message: String, status: Int) -> Kind {
      if message.contains("required revision has been compacted") { return .compacted }
      if message.contains("required revision is a future revision") { return .futureRevision }
      if message.contains("too many operations in txn request") { return .tooManyOperations }
      let tokenProblems = ["invalid auth token", "revision of auth store is old", "user name is empty"]
      if tokenProblems.contains(where: message.contains) { return .token }
      switch code {
      // Canceled, unknown, deadline exceeded, aborted, internal, unavailable, and data loss.
      case 1, 2, 4, 10, 13, 14, 15: return .unavailable
      case 16: return .token
      case nil: return status == 401 ? .token : (400..<500).contains(status) ? .refused : .unavailable
      default: return .refused
      }
    }

    /// The error of a request that changes nothing.
    var error: SettingsError {
      switch kind {
      case .unavailable: .remoteUnavailable("etcd answered '\(message)'")
      case .token, .refused, .compacted, .futureRevision, .tooManyOperations:
        SettingsError(
          .remoteRefused, found: "etcd answered '\(message)'",
          advice: "check the user, the password, the permissions, and the limits of etcd")
      }
    }
  }
#endif
