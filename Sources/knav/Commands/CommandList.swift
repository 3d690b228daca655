import KomootNavRecording

/// All commands, in the order of the help.
enum CommandList {
    static var all: [any Command.Type] {
        [
            RideCommand.self,
            DecodeCommand.self,
            EncodeCommand.self,
            CampaignCommand.self,
            CampaignMergeCommand.self,
            ExploreCommand.self,
            CentralCommand.self,
            PeripheralCommand.self,
            CaptureShowCommand.self,
            CaptureStatisticsCommand.self,
            CaptureJudgeCommand.self,
            CaptureQuestionsCommand.self,
            CaptureReplayCommand.self,
            CaptureDiagramCommand.self,
            CaptureMapCommand.self,
            CaptureRedactCommand.self,
            CaptureFixturesCommand.self,
            JudgeCommand.self,
            ConformanceRunCommand.self,
            ConformanceTesteeCommand.self,
            ConformanceExportCommand.self,
            SensorDecodeCommand.self,
            SensorRideCommand.self,
            SensorReplayCommand.self,
            SensorLiveCommand.self,
            PairingSimulateCommand.self,
            PairingCampaignCommand.self,
            PairingExploreCommand.self,
            WatchDecodeCommand.self,
            WatchEncodeCommand.self,
            WatchURLCommand.self,
            WatchListenCommand.self,
            WatchSimulateCommand.self,
            WatchCampaignCommand.self,
            BenchCommand.self,
        ]
    }

    static func command(named name: String) -> (any Command.Type)? {
        all.first { $0.name == name }
    }

    /// The second words of the commands that begin with this one; none if it does not name a group.
    static func members(of group: String) -> [String] {
        let prefix = group + " "
        let names = all.map { (command: any Command.Type) -> String in command.name }
        return names.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }

    static var help: String {
        let width = 2 + all.reduce(0) { max($0, $1.name.count) }
        let commands = all.map { (command: any Command.Type) -> String in
            let gap = String(repeating: " ", count: width - command.name.count)
            return "  \(command.name)\(gap)\(command.summary)"
        }
        let codes = ExitCode.allCases.map { (code: ExitCode) -> String in
            "  \(rightAligned("\(code.rawValue)", 2))  \(code.meaning)"
        }
        return """
            knav: the komoot BLE Connect protocol on the command line

            usage: knav COMMAND [ARGUMENTS]

            commands:
            \(commands.joined(separator: "\n"))

            Run 'knav COMMAND --help' for more about each, and 'knav --version' to see which version this is.

            exit codes:
            \(codes.joined(separator: "\n"))
            """
    }
}
