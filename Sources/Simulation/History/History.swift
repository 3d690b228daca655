/// Passes everything that happens in a world on to its observers: the trace, and a judge if there
/// is one.
///
/// The observers are not in a list, because walking through one costs more than most of their work.
final class History: Observer {
    let trace = Trace()
    private let judge: (any Observer)?

    init(judge: (any Observer)?) { self.judge = judge }

    func observe(_ event: LinkEvent, at time: UInt64, _ bytes: Span<UInt8>) {
        trace.take(event.words, .link(event), at: time, bytes)
        judge?.observe(event, at: time, bytes)
    }

    func observe(_ event: PhoneEvent, of phone: Int32, at time: UInt64, _ bytes: Span<UInt8>) {
        trace.take(event.words(phone), .phone(phone, event), at: time, bytes)
        judge?.observe(event, of: phone, at: time, bytes)
    }

    func observe(_ event: DeviceEvent, of device: Int32, at time: UInt64, _ bytes: Span<UInt8>) {
        trace.take(event.words(device), .device(device, event), at: time, bytes)
        judge?.observe(event, of: device, at: time, bytes)
    }

    func observe(_ fault: Fault, at time: UInt64) {
        trace.take(fault.words, .fault(fault), at: time, Span())
        judge?.observe(fault, at: time)
    }
}
