// Does one of the benchmark's workloads, for a program that counts its instructions. Without an argument it prints what is
// compared with what.
//
//   instructions [NAME REPETITIONS]

let arguments = CommandLine.arguments.dropFirst()
let workloads = try DecodingWorkloads.all()
if let name = arguments.first, let repetitions = arguments.last.flatMap({ Int($0) }) {
    guard let workload = workloads.first(where: { $0.name == name }) else {
        fatalError("unknown workload: \(name)")
    }
    keep(workload.run(repetitions: repetitions))
} else {
    for each in DecodingWorkloads.comparisons {
        print("\(each.workload)\t\(each.peer)")
    }
}
