#if canImport(ObjectiveC)
  internal import ObjectiveC

  /// Subclasses of ``ForwardedSettings``, one for each set of methods that objects were asked to have.
  ///
  /// They are never disposed of; a program has as many as it has different sets of groups.
  enum ForwardingClasses {
    private static let names = LockedState<[[String: ObjectiveCMethod]: String]>([:])

    /// The class whose objects have some methods.
    static func type(of methods: [String: ObjectiveCMethod]) -> AnyClass? {
      let name = names.withLock { names in
        if let name = names[methods] { return name }
        let name = "TSForwardedSettings_\(names.count + 1)"
        makeType(named: name, methods: methods)
        names[methods] = name
        return name
      }
      return name.withCString { objc_lookUpClass($0) }
    }

    private static func makeType(named name: String, methods: [String: ObjectiveCMethod]) {
      // Fails only if the name is taken, by a second copy of the library in the process, say; that class is as good only
      // by chance, so it is not touched.
      guard let type = name.withCString({ objc_allocateClassPair(ForwardedSettings.self, $0, 0) }) else { return }
      for (name, method) in methods {
        let selector = Selector(name)
        // A setting must not replace what all objects have.
        guard class_getInstanceMethod(ForwardedSettings.self, selector) == nil else { continue }
        let implementation = method.implementation(of: name)
        _ = method.encoding.withCString { class_addMethod(type, selector, implementation, $0) }
      }
      objc_registerClassPair(type)
    }
  }
#endif
