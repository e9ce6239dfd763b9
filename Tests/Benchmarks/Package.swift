// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that nobody who uses the library resolves or builds it.
let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-typed-settings", path: "../..")],
  targets: [
    .target(name: "CBenchmarkSupport"),
    .executableTarget(
      name: "benchmarks",
      dependencies: ["CBenchmarkSupport", .product(name: "TypedSettings", package: "swift-typed-settings")],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
