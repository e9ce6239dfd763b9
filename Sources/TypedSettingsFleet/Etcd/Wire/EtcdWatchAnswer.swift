#if Etcd
  internal import TypedSettingsCore

  /// One message of a watch.
  struct EtcdWatchAnswer: Hashable, Sendable {
    /// A change of a key.
    struct Event: Hashable, Sendable {
      let keyValue: EtcdKeyValue
      let isRemoval: Bool
    }

    let header: EtcdHeader
    /// A Boolean value that indicates whether etcd has confirmed the watch with this message.
    let isCreated: Bool
    let events: [Event]
    /// A Boolean value that indicates whether more events of the same revision follow in the next message.
    let isFragment: Bool
    /// The reason why etcd has ended the watch, or `nil` if it continues.
    let end: End?

    /// The reason why etcd ends a watch.
    enum End: Hashable, Sendable {
      /// The changes after the position were compacted.
      case compacted
      /// Another reason.
      case failure(EtcdFailure)
    }

    /// Reads a message.
    ///
    /// - Parameter line: A line of the answer.
    /// - Throws: An error if the message isn't understood.
    init(line: [UInt8]) throws(SettingsError) {
      let fields = try EtcdFields(ofAnswer: line)
      if let error = try fields.object("error") { throw try EtcdFailure(fields: error).error }
      guard let answer = try fields.object("result") else {
        throw .remoteMalformed("a message of etcd's watch without a result")
      }
      header = try EtcdHeader(of: answer)
      isCreated = try answer.flag("created")
      isFragment = try answer.flag("fragment")
      if try answer.count("compact_revision") > 0 {
        end = .compacted
      } else if try answer.flag("canceled") {
        end = .failure(EtcdFailure(cancelReason: try answer.text("cancel_reason")))
      } else {
        end = nil
      }
      var events: [Event] = []
      for fields in try answer.objects("events") {
        guard let keyValue = try fields.object("kv") else {
          throw .remoteMalformed("an event of etcd's watch without a key")
        }
        let kind = try fields.text("type")
        guard ["", "PUT", "DELETE"].contains(kind) else {
          throw .remoteMalformed("an event of etcd's watch of an unknown type")
        }
        events.append(Event(keyValue: try EtcdKeyValue(keyValue), isRemoval: kind == "DELETE"))
      }
      self.events = events
    }
  }
#endif
