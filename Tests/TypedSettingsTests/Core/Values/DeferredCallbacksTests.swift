import Testing
import TypedSettings

@testable import TypedSettingsCore

@Suite struct DeferredCallbacksTests {
  private let log = Log<String>()

  /// Makes a callback that appends a text to the log, and runs it unless it's deferred.
  private func call(_ text: String) {
    if !DeferredCallbacks.add({ [log] in log.append(text) }) { log.append(text) }
  }

  @Test func `callbacks run in order, after the closure in which they were made`() {
    let callbacks = DeferredCallbacks()
    callbacks.collect {
      call("first")
      call("second")
      log.append("end")
    }
    #expect(log.elements == ["end"])
    callbacks.run(after: nil)
    #expect(log.elements == ["end", "first", "second"])
  }

  @Test func `a closure inside the deferral can run its callbacks immediately`() {
    let callbacks = DeferredCallbacks()
    callbacks.collect {
      call("deferred")
      DeferredCallbacks.runImmediately { call("immediate") }
    }
    callbacks.run(after: nil)
    #expect(log.elements == ["immediate", "deferred"])
  }

  @Test func `inner callbacks run with those around them`() {
    let (outer, inner) = (DeferredCallbacks(), DeferredCallbacks())
    outer.collect {
      call("outer")
      inner.collect { call("inner") }
      inner.run(after: outer)
    }
    #expect(log.elements.isEmpty)
    outer.run(after: nil)
    #expect(log.elements == ["outer", "inner"])
  }

  @Test func `once callbacks have run, later ones run immediately`() {
    let (outer, inner) = (DeferredCallbacks(), DeferredCallbacks())
    outer.run(after: nil)
    inner.collect { call("inner") }
    inner.run(after: outer)
    #expect(log.elements == ["inner"])
    outer.collect { call("outer") }
    #expect(log.elements == ["inner", "outer"])
  }

  @Test func `changes and reports are deferred together, and the value is in place before`() {
    let (store, callbacks, log) = (InMemorySettingsStore(), DeferredCallbacks(), self.log)
    let token = store.observe(testKey) { _ in log.append("change") }
    SettingsDiagnostics.withHandler { _ in
      log.append("report")
    } operation: {
      callbacks.collect {
        store.set(1, forKey: testKey)
        SettingsDiagnostics.report(.readOnly("a store"))
      }
    }
    #expect(log.elements.isEmpty)
    #expect(store.value(forKey: testKey) == 1)
    callbacks.run(after: nil)
    #expect(log.elements == ["change", "report"])
    store.removeObserver(token)
  }
}
