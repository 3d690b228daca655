import KomootNav

/// One event and one effect of every kind.
enum Samples {
    private static let bytes: ContiguousArray<UInt8> = [0x00, 0xA5, 0xFF]
    private static let ticket = Ticket(rawValue: 7)
    private static let link = Ticket(rawValue: .max)
    private static let peer = CentralSession.Peer(rawValue: 3)
    private static let central = PeripheralSession.Central(rawValue: 0x8000_0000)
    private static let error = KomootNavError(.attError(.unlikelyError), at: 22)

    static let centralEvents: [CentralSession.OwnedEvent] = [
        .start, .stop, .radioOff, .radioOn, .found(peer), .connected(link: link, mtu: 517),
        .disconnected(link: link), .discovered(ticket, hasCCCD: true), .notDiscovered(ticket),
        .subscribed(ticket), .answered(ticket, bytes), .failed(ticket, .invalidOffset),
        .notified(link: link, bytes), .arrived(link: link, []), .mtuChanged(link: link, mtu: 23),
        .serviceChanged(link: link), .timePassed,
    ]

    static let centralEffects: [CentralSession.OwnedEffect] = [
        .startScan, .stopScan, .connect(peer, link: link), .disconnect(link: link),
        .discover(ticket), .subscribe(ticket), .read(ticket, offset: 22),
        .deliver(bytes, .possiblyCut), .report(.pairingRequired), .fault(.lateArrival),
        .fault(.malformedNotification(KomootNavError(.malformedNotification, at: 3))),
        .fault(.unreadable(error)), .fault(.refused(.insufficientEncryption)), .fault(.timedOut),
        .fault(.gaveUp),
    ]

    static let peripheralEvents: [PeripheralSession.OwnedEvent] = [
        .startNavigation, .stopNavigation, .startAdvertising, .publish(bytes),
        .connected(central, mtu: 23), .disconnected(central), .mtuChanged(central, mtu: 185),
        .subscribed(central), .unsubscribed(central),
        .read(central, offset: 44, identifier: .uint32(.max)), .notificationRefused(central),
        .notificationsReady, .radioOff, .radioOn, .timePassed,
    ]

    static let peripheralEffects: [PeripheralSession.OwnedEffect] = [
        .addService, .removeService, .startAdvertising, .stopAdvertising, .notify(central, bytes),
        .answer(central, []), .reject(central, .attributeNotFound),
        .fault(.unpublishable(KomootNavError(.oversized, at: 512))), .fault(.notNavigating),
        .fault(.unknownCentral),
    ]
}
