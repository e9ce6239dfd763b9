import Companion

do {
  try await Device(named: "watch", .connecting, Options(device: "watch")).run()
} catch {
  stop(because: error)
}
