import CompanionPairing
public import KomootNav

extension SpanishTexts {
    /// As in "Buscando un teléfono".
    public func text(_ status: CentralSession.Status) -> String {
        switch status {
        case .stopped: "Sin iniciar"
        case .radioOff: "El Bluetooth está desactivado"
        case .searching: "Buscando un teléfono"
        case .waiting: "Conectado, esperando una indicación"
        case .navigating: "Navegación en curso"
        case .silent: "El teléfono no responde"
        case .ended: "La navegación ha terminado"
        case .pairingRequired: "Vincula el teléfono en los ajustes de Bluetooth"
        }
    }

    /// As in "Activa el Bluetooth".
    public func advice(on status: CentralSession.Status) -> String? {
        switch status {
        case .radioOff: "Activa el Bluetooth"
        case .searching: "Inicia una ruta en la aplicación de un teléfono cercano"
        case .waiting: "Inicia la navegación en el teléfono"
        case .silent: "Acerca el teléfono o abre su aplicación"
        case .ended: "Inicia una ruta en el teléfono para continuar"
        case .stopped, .navigating, .pairingRequired: nil
        }
    }

    /// As in "Visible para los dispositivos".
    public func text(_ phase: PeripheralSession.Phase) -> String {
        switch phase {
        case .stopped: "Sin navegación"
        case .radioOff: "El Bluetooth está desactivado"
        case .advertising: "Visible para los dispositivos"
        case .advertisingAgain: "Esperando a que el dispositivo se vuelva a conectar"
        case .serving: "Navegación en curso"
        }
    }

    /// As in "Este dispositivo no tiene Bluetooth Low Energy".
    public func text(_ obstacle: BluetoothObstacle) -> String {
        switch obstacle {
        case .unsupported: "Este dispositivo no tiene Bluetooth Low Energy"
        case .unauthorized: "Permite el Bluetooth a esta aplicación en los ajustes"
        }
    }

    /// As in "La reproducción ha terminado".
    public func text(_ recording: RecordingText) -> String {
        switch recording {
        case .ended: "La reproducción ha terminado"
        case .damaged(1): "No se puede leer 1 parte de la grabación"
        case .damaged(let count): "No se pueden leer \(count) partes de la grabación"
        case .empty: "Todavía no se ha grabado nada"
        case .full: "El registro está lleno: falta lo que vino después"
        case .unreadable: "No se puede leer la grabación"
        case .noDirections: "La grabación no contiene indicaciones"
        }
    }

    /// As in "Mantiene 150 W".
    public func text(_ ride: RideText) -> String {
        switch ride {
        case .speed: "Velocidad"
        case .power: "Potencia"
        case .cadence: "Cadencia"
        case .heartRate: "Frecuencia cardíaca"
        case .revolutionsPerMinute: "rpm"
        case .beatsPerMinute: "ppm"
        case .connecting: "Conectando con el rodillo"
        case .free: "Pedaleo libre"
        case .setting: "Ajustando el rodillo"
        case .holdingPower(let power): "Mantiene \(power)"
        case .holdingResistance: "Mantiene una resistencia"
        case .simulating: "Simula la carretera"
        case .refused: "El rodillo rechaza el ajuste"
        case .unanswered: "El rodillo no responde"
        case .controlLost: "Otra aplicación controla el rodillo"
        case .changed: "Cambiado en el rodillo"
        case .stopped: "Detenido en el rodillo"
        case .calibrating: "Calibrando el rodillo"
        }
    }

    /// As in "Conectado con el servidor 7F3A".
    public func text(_ pairing: PairingText) -> String {
        switch pairing {
        case .client(.starting), .server(.starting): "Iniciando…"
        case .client(.storeUnreadable), .server(.storeUnreadable):
            "No se pueden leer los nombres guardados"
        case .client(.unpaired): "Ningún servidor"
        case .client(.discovering): "Buscando un servidor…"
        case .client(.paired(let name)): "Vinculado con el servidor \(name)"
        case .client(.connecting(let name)): "Conectando con el servidor \(name)…"
        case .client(.connected(let name)): "Conectado con el servidor \(name)"
        case .client(.unpairing(let name)): "Desvinculando del servidor \(name)…"
        case .server(.expecting): "Esperando una conexión"
        case .server(.pairing(let name)): "Vinculando con el cliente \(name)…"
        case .server(.expectingClient(let name)):
            "Vinculado con el cliente \(name); esperando una conexión de \(name)"
        case .server(.connected(let name)):
            "Vinculado con el cliente \(name); conectado con el cliente \(name)"
        case .server(.unpairing(let name)): "Desvinculando del cliente \(name)…"
        case .problem(let problem): text(problem)
        case .discover: "Buscar un servidor"
        case .connect(let name): "Conectar con \(name)"
        case .disconnect: "Desconectar"
        case .unpair: "Desvincular"
        }
    }

    private func text(_ problem: PairingText.Problem) -> String {
        switch problem {
        case .namesDamaged: "Los nombres guardados están dañados."
        case .namesLocked: "Desbloquea el dispositivo para leer los nombres guardados."
        case .namesRefused(let error): "No se pueden leer ni guardar los nombres (error \(error))."
        case .pairedWithAnother:
            "El teléfono está vinculado con otra pantalla. Desvincúlala en el teléfono."
        case .invalidName: "El teléfono ha dado un nombre no válido."
        case .noAnswer: "El teléfono no ha respondido a tiempo o se ha perdido la conexión."
        case .notOffered: "El teléfono no ofrece la vinculación."
        case .noNavigation: "El teléfono no ofrece navegación."
        case .refused(let error): text(error)
        case .invisible(let error): "El sistema no ha hecho visible este teléfono (error \(error))."
        }
    }

    /// As in "La indicación se corta después de 7 bytes."
    public func text(_ error: KomootNavError) -> String {
        let offset = error.offset
        let bytes = "\(offset) byte" + (offset == 1 ? "" : "s")
        return switch error.code {
        case .truncated: "La indicación se corta después de \(bytes)."
        case .oversized: "La indicación ocupa más de \(bytes)."
        case .malformedNotification:
            "El teléfono ha enviado una notificación de \(bytes), que no es una longitud válida."
        case .invalidUTF8:
            "El nombre de la calle no es UTF-8 válido: el byte \(offset), contando desde 0, es "
                + "incorrecto."
        case .reservedNotZero:
            "El byte \(offset) de la indicación, contando desde 0, debería ser cero, pero no "
                + "lo es."
        case .unexpectedOffset:
            "El teléfono ha enviado una parte de la indicación que nadie había pedido, desde "
                + "el byte \(offset), contando desde 0."
        case .attError(let code) where code.isExplained: text(code)
        case .attError(let code) where offset == 0:
            "El teléfono se ha negado a enviar la indicación (error ATT \(code))."
        case .attError(let code):
            "El teléfono ha enviado \(bytes) de la indicación y ha rechazado el resto (error "
                + "ATT \(code))."
        case .restartsExhausted:
            "La indicación ha cambiado en cada intento de leerla. Inténtalo de nuevo."
        case .identifierMismatch:
            "La indicación y el formato tienen identificadores de distinto tipo: un número y "
                + "un UUID."
        case .bufferTooSmall:
            "El búfer es demasiado pequeño para la indicación: solo tiene \(bytes)."
        case .invalidLayout:
            "Este formato no es posible: el campo del byte \(offset), contando desde 0, se "
                + "solapa con otro o queda fuera de la indicación."
        }
    }

    /// As in "El teléfono aún no tiene ninguna indicación (error ATT 0x0A)."
    public func text(_ error: ATTError) -> String {
        let meaning =
            switch error {
            case _ where error.requiresPairing:
                "Vincula primero el teléfono, en los ajustes de Bluetooth"
            case .invalidHandle: "El teléfono ya no ofrece navegación"
            case .readNotPermitted: "El teléfono no permite esta lectura"
            case .writeNotPermitted: "El teléfono no permite este cambio"
            case .invalidOffset: "El teléfono tiene menos bytes de los solicitados"
            case .attributeNotFound: "El teléfono aún no tiene ninguna indicación"
            case .attributeNotLong: "El teléfono no tiene nada más que enviar"
            case .invalidAttributeValueLength:
                "El valor es demasiado largo o demasiado corto para el teléfono"
            case .unlikelyError: "Algo ha fallado en el teléfono"
            default: "El teléfono ha rechazado la solicitud"
            }
        return "\(meaning) (error ATT \(error))."
    }
}
