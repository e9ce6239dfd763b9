import Foundation

let name = CommandLine.arguments.dropFirst().first ?? "server"
let endpoints = ProcessInfo.processInfo.environment["ETCD_ENDPOINTS"] ?? "http://127.0.0.1:2379"
do {
  try await Server(named: name, endpoints: endpoints.split(separator: ",").map(String.init)).run()
} catch {
  // An error that reaches the top level would look like a crash.
  FileHandle.standardError.write(Data("error: \(error)\n".utf8))
  exit(1)
}
