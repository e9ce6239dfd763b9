import Companion

do {
  try await Device(named: "phone", .listening, Options(device: "phone")).run()
} catch {
  stop(because: error)
}
