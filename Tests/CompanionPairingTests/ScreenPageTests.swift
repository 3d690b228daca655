import CompanionPairing
import Foundation
import RepositorySupport
import Testing

/// Compares the tables of clauses 1.9 and 1.10 with the screens.
@Suite("The page's tables of screens")
struct ScreenPageTests {
    /// What a row says that a screen shows, and its buttons, without the sources in brackets.
    private struct Row: Hashable {
        let text: String
        let buttons: Set<String>

        init(text: String, buttons: Set<String>) {
            self.text = text
            self.buttons = buttons
        }

        init(_ columns: [Substring]) {
            text = Self.plain(columns[1])
            buttons = Set(columns[2].split(separator: ",").map(Self.plain).filter { !$0.isEmpty })
        }

        private static func plain(_ column: Substring) -> String {
            column.replacingOccurrences(of: "(L)", with: "").trimmingCharacters(in: .whitespaces)
        }
    }

    /// The rows of the table after a clause's number.
    private static func rows(of clause: String) throws -> Set<Row> {
        let url = Repository.root.appendingPathComponent("Docs/Pairing.md")
        let page = try String(contentsOf: url, encoding: .utf8)
        let start = try #require(page.range(of: "</a>**\(clause) "))
        let lines = page[start.upperBound...].split(
            separator: "\n", omittingEmptySubsequences: false)
        let table = lines.drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }
        return Set(table.dropFirst(2).map { Row($0.dropFirst().split(separator: "|")) })
    }

    @Test("The page's tables of screens have every screen of the server, and nothing else")
    func server() throws {
        let name = name("NAME")
        let screens: [PairingServer.Screen] = [
            .starting, .storeUnreadable, .expecting, .pairing(name), .expectingClient(name),
            .connected(name), .unpairing(name),
        ]
        let rows = screens.map { screen in
            Row(text: "\(screen)", buttons: screen.canUnpair ? ["Unpair"] : [])
        }
        #expect(try Self.rows(of: "1.9") == Set(rows))
    }

    @Test("The page's tables of screens have every screen of the client, and nothing else")
    func client() throws {
        let name = name("NAME")
        let screens: [PairingClient.Screen] = [
            .starting, .storeUnreadable, .unpaired, .discovering, .paired(name), .connecting(name),
            .connected(name), .unpairing(name),
        ]
        let words: [(PairingClient.Screen.Buttons, String)] = [
            (.discover, "Discover server"), (.connect, "Connect to NAME"),
            (.disconnect, "Disconnect"), (.unpair, "Unpair"),
        ]
        let rows = screens.map { screen in
            let buttons = words.filter { screen.buttons.contains($0.0) }.map(\.1)
            return Row(text: "\(screen)", buttons: Set(buttons))
        }
        #expect(try Self.rows(of: "1.10") == Set(rows))
    }
}
