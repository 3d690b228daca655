// What the tab Device says.
(function () {
  'use strict';

  Knav.texts.add({
    'device.title': { en: 'Device', de: 'Gerät' },
    'device.intro': {
      en: 'This page becomes the display of a phone that navigates with komoot. On the phone, switch on BLE Connect in komoot, and start a navigation.',
      de: 'Diese Seite wird zur Anzeige eines Smartphones, das mit komoot navigiert. Auf dem Smartphone BLE Connect in komoot einschalten und eine Navigation starten.',
    },
    'device.choose': { en: 'Choose a phone…', de: 'Smartphone auswählen…' },
    'device.again': { en: 'Connect again', de: 'Wieder verbinden' },
    'device.another': { en: 'Choose another phone…', de: 'Anderes Smartphone auswählen…' },
    'device.disconnect': { en: 'Disconnect', de: 'Trennen' },
    'device.large': { en: 'Large', de: 'Groß' },
    'device.small': { en: 'Back', de: 'Zurück' },
    'device.phone': { en: 'Phone:', de: 'Smartphone:' },
    'device.nameless': { en: 'without a name', de: 'ohne Namen' },
    'device.units': { en: 'Distances', de: 'Entfernungen' },
    'device.units.vendor': { en: 'komoot’s own rule', de: 'Regel von komoot' },
    'device.units.metric': { en: 'metres and kilometres', de: 'Meter und Kilometer' },
    'device.units.imperial': { en: 'feet and miles', de: 'Fuß und Meilen' },
    'device.units.uk': { en: 'yards and miles', de: 'Yards und Meilen' },
    'device.reconnects': { en: 'Reconnect by itself', de: 'Von selbst wieder verbinden' },
    'device.awake': { en: 'Keep the screen on', de: 'Bildschirm anlassen' },
    'device.awake.on': { en: 'The screen stays on.', de: 'Der Bildschirm bleibt an.' },
    'device.awake.refused': {
      en: 'The browser does not keep the screen on: {reason}. Set a longer time in the system’s settings.',
      de: 'Der Browser lässt den Bildschirm nicht an: {reason}. In den Einstellungen des Systems eine längere Zeit wählen.',
    },
    'device.awake.missing': { en: 'it can’t', de: 'er kann es nicht' },
    'device.record': { en: 'Record what is read', de: 'Aufzeichnen, was gelesen wird' },
    'device.save': { en: 'Save the log', de: 'Protokoll speichern' },
    'device.discard': { en: 'Discard the log', de: 'Protokoll verwerfen' },
    'device.record.failed': { en: 'Nothing can be recorded: {reason}', de: 'Nichts kann aufgezeichnet werden: {reason}' },

    'device.missing': {
      en: 'This browser has no Web Bluetooth, so the page can’t connect to a phone.',
      de: 'Dieser Browser hat kein Web Bluetooth, deshalb kann sich die Seite nicht mit einem Smartphone verbinden.',
    },
    'device.missing.what': {
      en: 'Use Chrome or Edge on Android, Windows, macOS or ChromeOS. On Linux start Chrome with',
      de: 'Chrome oder Edge auf Android, Windows, macOS oder ChromeOS verwenden. Auf Linux Chrome starten mit',
    },
    // After the name of the switch.
    'device.missing.others': {
      en: '. Firefox, Safari and all browsers on iPhone and iPad can’t do it.',
      de: '. Firefox, Safari und alle Browser auf iPhone und iPad können es nicht.',
    },
    'device.insecure': {
      en: 'Browsers allow Bluetooth only to pages that are opened with https, from localhost or from a disk. Open this page so.',
      de: 'Browser erlauben Bluetooth nur Seiten, die mit https, von localhost oder vom Datenträger geöffnet sind. Die Seite so öffnen.',
    },
    'device.unavailable': {
      en: 'This machine has no Bluetooth, or it is off. Switch it on, and allow the browser to use it in the system’s settings.',
      de: 'Dieses Gerät hat kein Bluetooth, oder es ist aus. Einschalten, und dem Browser in den Einstellungen des Systems erlauben, es zu verwenden.',
    },

    'device.hint.choosing': { en: 'Choose the phone in the browser’s window.', de: 'Das Smartphone im Fenster des Browsers auswählen.' },
    'device.hint.cancelled': {
      en: 'No phone was chosen. If yours was not listed: is komoot open, with BLE Connect switched on and a navigation started?',
      de: 'Kein Smartphone wurde ausgewählt. Falls es nicht in der Liste war: Ist komoot offen, BLE Connect eingeschaltet und eine Navigation gestartet?',
    },
    'device.hint.refused': { en: 'The browser refuses: {reason}', de: 'Der Browser lehnt ab: {reason}' },
    'device.hint.stopped': { en: 'Disconnected.', de: 'Getrennt.' },
    'device.hint.lost': { en: 'The connection was lost.', de: 'Die Verbindung ist abgebrochen.' },
    'device.hint.radioOff': { en: 'Switch Bluetooth on; the page goes on by itself.', de: 'Bluetooth einschalten; die Seite macht von selbst weiter.' },
    'device.hint.searching': { en: 'Trying to connect to the phone.', de: 'Verbindung zum Smartphone wird versucht.' },
    'device.hint.waiting': { en: 'Connected. The phone has no instruction.', de: 'Verbunden. Das Smartphone hat keine Anweisung.' },
    'device.hint.navigating': { en: 'Connected.', de: 'Verbunden.' },
    'device.hint.silent': { en: 'Connected, but the phone does not answer.', de: 'Verbunden, aber das Smartphone antwortet nicht.' },
    'device.hint.ended': { en: 'The page looks for the next navigation.', de: 'Die Seite sucht nach der nächsten Navigation.' },
    'device.hint.pairingRequired': {
      en: 'The phone wants to be paired: do so in the Bluetooth settings of this machine.',
      de: 'Das Smartphone will gekoppelt werden: in den Bluetooth-Einstellungen dieses Geräts erledigen.',
    },

    'device.happened': { en: 'What happened', de: 'Was geschehen ist' },
    'device.counts': {
      en: 'Connections {links}, losses {losses}, reads {reads}, notifications {notifications}, instructions shown {shown}, faults {faults}',
      de: 'Verbindungen {links}, Abbrüche {losses}, Lesevorgänge {reads}, Benachrichtigungen {notifications}, gezeigte Anweisungen {shown}, Fehler {faults}',
    },
    'device.happened.connected': { en: 'Connected', de: 'Verbunden' },
    'device.happened.disconnected': { en: 'Connection lost', de: 'Verbindung abgebrochen' },
    'device.happened.failed': { en: 'Could not connect', de: 'Verbindung nicht zustande gekommen' },
    'device.happened.ended': { en: 'This page ended the connection', de: 'Diese Seite hat die Verbindung beendet' },
    'device.happened.subscribed': { en: 'Notifications are on', de: 'Benachrichtigungen sind an' },
    'device.happened.polls': { en: 'No notifications: the page asks at intervals', de: 'Keine Benachrichtigungen: Die Seite fragt regelmäßig' },
    'device.happened.notDiscovered': { en: 'The phone does not navigate', de: 'Das Smartphone navigiert nicht' },
    'device.happened.radioOff': { en: 'Bluetooth is off', de: 'Bluetooth ist aus' },
    'device.happened.radioOn': { en: 'Bluetooth is on', de: 'Bluetooth ist an' },
    'device.happened.browser': { en: 'The browser says:', de: 'Der Browser sagt:' },
    'device.fault.lateArrival': { en: 'Something came too late', de: 'Etwas kam zu spät' },
    'device.fault.refused': { en: 'The phone refused:', de: 'Das Smartphone lehnte ab:' },
    'device.fault.unreadable': { en: 'A read failed:', de: 'Ein Lesevorgang ist gescheitert:' },
    'device.fault.malformedNotification': { en: 'A malformed notification:', de: 'Eine ungültige Benachrichtigung:' },
    'device.fault.timedOut': { en: 'The phone did not answer in time', de: 'Das Smartphone hat nicht rechtzeitig geantwortet' },
    'device.fault.gaveUp': { en: 'Too many failures: the page connects again', de: 'Zu viele Fehler: Die Seite verbindet neu' },
    'device.reason.truncated': { en: 'it has only {offset} bytes', de: 'Es hat nur {offset} Bytes' },
    'device.reason.oversized': { en: 'more than {offset} bytes', de: 'mehr als {offset} Bytes' },
    'device.reason.malformedNotification': { en: 'no phone sends {offset} bytes', de: 'Kein Smartphone sendet {offset} Bytes' },
    'device.reason.reservedNotZero': { en: 'byte {offset} should be zero', de: 'Byte {offset} müsste null sein' },
    'device.reason.unexpectedOffset': { en: 'an answer to byte {offset}, which nobody asked for', de: 'eine Antwort ab Byte {offset}, nach der niemand gefragt hat' },
    'device.reason.restartsExhausted': { en: 'the instruction changed again and again', de: 'Die Anweisung änderte sich immer wieder' },
  });
})();
