package import KomootNav
import KomootNavJSON
import KomootNavRecording
package import Simulation

/// Which end of the link a judged program is, and what its greeting says of it.
package enum JudgedEnd: Sendable {
    /// A device; the simulated radios that read as its own does.
    case device([DeviceRadio])
    /// A phone, which behaves like this.
    case phone(PeripheralSession.Configuration)

    /// Reads a greeting.
    ///
    /// - Parameter isPhone: which end it shall be.
    init(greeting: JSONValue, isPhone: Bool) throws(JudgedProgram.Fault) {
        let expected: [(String, JSONValue)] = [
            ("pipe", .number(1)), ("role", .string(isPhone ? "peripheral" : "central")),
            ("clock", .string("given")),
        ]
        for (member, value) in expected where greeting[member] ?? value != value {
            throw JudgedProgram.Fault("the '\(member)' of its greeting is not \(value)")
        }
        if isPhone {
            self = .phone(try Self.configuration(in: greeting))
        } else {
            guard let radio = greeting.radio else {
                let radios = ChunkReassembler.Radio.names.joined(separator: ", ")
                throw JudgedProgram.Fault("its greeting has no 'radio' that is \(radios)")
            }
            self = .device(DeviceRadio.allCases.filter { $0.reads == radio })
        }
    }

    private static func configuration(
        in greeting: JSONValue
    ) throws(JudgedProgram.Fault) -> PeripheralSession.Configuration {
        let known = ["pipe", "role", "clock"] + PeripheralSession.Configuration.memberNames
        if case .object(let members) = greeting,
            let name = members.keys.sorted().first(where: { !known.contains($0) })
        {
            throw JudgedProgram.Fault("its greeting has '\(printable(name))', which no phone has")
        }
        do throws(MalformedForm) {
            return try PeripheralSession.Configuration(members: greeting)
        } catch {
            guard case .member(let name) = error else {
                throw JudgedProgram.Fault("its greeting is wrong: \(error.description)")
            }
            throw JudgedProgram.Fault(
                "the '\(name)' of its greeting is none that Docs/Sessions.md has")
        }
    }

    /// Whether it is a phone.
    package var isPhone: Bool { if case .phone = self { true } else { false } }

    /// The promises to its rider by which it is judged. Nobody sees a program's memory, and how many effects an event has
    /// is its own affair.
    package var promises: [Promise] { Promise.allCases.filter { words(for: $0) != nil } }

    /// A promise in words; `nil` if it is not judged by it.
    package func words(for promise: Promise) -> String? {
        isPhone ? promise.phoneWords : promise.deviceWords
    }

    /// Why a promise is not judged by any of its runs; `nil` if it is.
    func obstacle(to promise: Promise, reportsStatuses: Bool) -> String? {
        guard case .device(let radios) = self else {
            let isSilent = promise == .notifiesOnTime && phone?.hasCCCD == false
            return isSilent ? "nobody can subscribe to it" : nil
        }
        if !reportsStatuses && (promise == .tellsSilence || promise == .tellsWaiting) {
            return "the device reports no status"
        }
        return radios.contains(where: promise.isJudged)
            ? nil : "its radio hides what this depends on"
    }

    /// The radios of the simulated devices.
    var radios: [DeviceRadio] {
        switch self {
        case .device(let radios): radios
        case .phone: RunPlan.usualRadios
        }
    }

    /// The phone of every run; `nil` to draw it.
    var phone: PeripheralSession.Configuration? {
        switch self {
        case .device: nil
        case .phone(let configuration): configuration
        }
    }

    /// The profile that comes next to a phone.
    var profile: PhoneProfile? {
        guard let phone else { return nil }
        if phone.layout == .published { return .published }
        if !phone.hasCCCD { return .androidNoCCCD }
        return phone.notification == .object ? .android : .ios
    }
}

extension Promise {
    /// The promise to a device's rider, in words; `nil` if no device is judged by it.
    fileprivate var deviceWords: String? {
        switch self {
        case .deliversWhatWasPublished: "what it shows as whole is what the phone published"
        case .showsBeginnings: "what it shows as a beginning begins what the phone published"
        case .neverGoesBack: "it shows no older instruction after a newer one"
        case .neverRepeats: "it shows no instruction twice in a row"
        case .keepsAlive: "it reads again within 4 s of the last answer"
        case .endsUnansweredLinks:
            "it ends a link on which a read is unanswered for 5 s, or another request for 10 s"
        case .endsFailingLinks: "it ends a link on which four requests in a row fail"
        case .searchesAfterLoss: "without a link, it scans or connects"
        case .recovers: "once nothing goes wrong any more, it shows instructions again"
        case .asksOneAtATime: "it has one request open at a time"
        case .tellsSilence: "it says 'silent' when nothing came for 5 s, and not otherwise"
        case .tellsWaiting: "it stops saying 'navigating' when the phone has no instruction"
        case .goesOn: "it answers each event with what a radio can do"
        case .boundsItsWork, .boundsItsMemory, .answersEveryRead, .notifiesOnTime,
            .advertisesOnTime:
            nil
        }
    }

    /// The promise to a phone's rider, in words; `nil` if no phone is judged by it.
    fileprivate var phoneWords: String? {
        switch self {
        case .answersEveryRead: "it answers each read once, with what a phone like it has there"
        case .notifiesOnTime:
            "it notifies whom it should when it should, and not otherwise"
        case .advertisesOnTime: "it advertises while a device may look for it, and not otherwise"
        case .recovers: "once nothing goes wrong any more, a device shows its instructions again"
        case .goesOn: "it answers each event with what a radio can do"
        default: nil
        }
    }
}
