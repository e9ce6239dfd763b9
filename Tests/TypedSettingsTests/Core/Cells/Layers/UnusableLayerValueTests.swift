import Testing
import TypedSettings

@testable import TypedSettingsCore

@Suite struct UnusableLayerValueTests {
  private static let key = SettingsKey(domain: "com.example.cache", name: "CacheSizeMB")

  private let file = InMemorySettingsStore([UnusableLayerValueTests.key: 8])

  private func record(
    environment: String, policy: SettingsLayer.InvalidValuePolicy? = nil,
    coding: SettingCoding<Int> = .automatic
  ) -> SettingRecord<Int> {
    let variables = EnvironmentSettingsStore(environment: ["CACHE_SIZE_MB": environment])
    let layers = LayeredSettingsStore([
      .layer("environment", variables, invalidValues: policy), .writable("file", file),
    ])
    return makeSettings(in: layers) {
      SettingRecord(name: "cacheSizeMB", key: Self.key, default: 4, coding: coding)
    }
  }

  @Test func `an unusable variable is skipped and reported once with its layer`() {
    let size = record(environment: "lots")
    let reported = reports {
      #expect(size.value == 8)
      #expect(size.value == 8)
      size.purgeCache()
      #expect(size.value == 8)
    }
    #expect(reported.map(\.code) == [.undecodable])
    #expect(reported.first?.layer == "environment")
    #expect(reported.first?.key == Self.key)
    #expect(reported.first?.advice == "correct the value there; until then the next layer or the default applies")
  }

  @Test func `introspection shows the effective value and the raw one separately`() {
    _ = reports {
      let size = record(environment: "lots")
      #expect(size.encodedValue == 8)
      #expect(size.storedValue == 8)
      #expect(size.source == .layer("file"))
      #expect(!size.isLocked)
      let inspection = size.inspect()
      #expect(inspection.value == 8)
      #expect(inspection.layers.map(\.value) == ["lots", 8])
      #expect(inspection.layers.map(\.isSkipped) == [true, false])
      #expect(inspection.description == #"cacheSizeMB: 8 from file; environment: "lots" (skipped), file: 8"#)
    }
  }

  @Test func `an unusable variable locks nothing`() throws {
    let reported = try reports {
      let size = record(environment: "lots")
      try size.set(16)
      #expect(size.value == 16)
      try size.update { $0 += 1 }
      #expect(file.value(forKey: Self.key) == 17)
    }
    #expect(reported.map(\.code) == [.undecodable])
  }

  @Test func `a variable that breaks the rule of the setting is skipped too`() {
    let coding = SettingCoding<Int>.automatic.validated(by: .range(1...60))
    let reported = reports { #expect(record(environment: "500", coding: coding).value == 8) }
    #expect(reported.map(\.code) == [.invalid])
    _ = reports { #expect(record(environment: "50", coding: coding).value == 50) }
  }

  @Test func `a stopping layer with an unusable value locks the default`() {
    let size = record(environment: "lots", policy: .stop)
    let reported = reports { #expect(size.value == 4) }
    #expect(reported.map(\.code) == [.undecodable])
    #expect(size.encodedValue == 4)
    #expect(size.storedValue == "lots")
    #expect(size.source == .default)
    #expect(size.isLocked)
    #expect(size.inspect().value == 4)
    #expect(size.inspect().storedValue == "lots")
    #expect(size.inspect().issues.map(\.code) == [.undecodable])
    #expect(throws: SettingsError.self) { try size.set(16) }
  }

  @Test func `a managed layer stops by default`() {
    let managed = InMemorySettingsStore([Self.key: "lots"])
    let layers = LayeredSettingsStore([.layer("managed", managed), .writable("file", file)])
    let size = makeSettings(in: layers) {
      SettingRecord(name: "cacheSizeMB", key: Self.key, default: 4, coding: .automatic)
    }
    _ = reports { #expect(size.value == 4) }
    #expect(size.isLocked)
  }

  @Test func `the effective stored value is that of the value that is read`() {
    _ = reports {
      #expect(record(environment: "16").encodedValue == 16)
      let clamped = SettingCoding<Int>.automatic.wrapped(in: Clamped<Int>.self, config: 0...10)
      #expect(record(environment: "16", coding: clamped).encodedValue == 10)
      #expect(record(environment: "16", coding: clamped).storedValue == "16")
    }
  }

  @Test func `a corrected value is effective again`() {
    let layer = InMemorySettingsStore([Self.key: "lots"])
    let layers = LayeredSettingsStore([
      .layer("environment", layer, invalidValues: .fallThrough), .writable("file", file),
    ])
    let size = makeSettings(in: layers) {
      SettingRecord(name: "cacheSizeMB", key: Self.key, default: 4, coding: .automatic)
    }
    let log = Log<Int>()
    let observation = size.observe { log.append($0) }
    let reported = reports {
      #expect(size.value == 8)
      layer.set(32, forKey: Self.key)
      #expect(size.value == 32)
      layer.set("much", forKey: Self.key)
      #expect(size.value == 8)
    }
    #expect(log.elements == [32, 8])
    #expect(reported.count == 1)
    withExtendedLifetime(observation) {}
  }
}
