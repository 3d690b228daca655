-- Shows the data objects of komoot BLE Connect in Wireshark: put this file into the folder of personal Lua plugins
-- (Help, About, Folders), or run `tshark -X lua_script:komoot.lua -r FILE -V`.
--
-- Wireshark must have seen how the characteristic was found. Layouts, arrows and what is wrong with an object:
-- Docs/Protocol.md, clauses 2 to 5; torn reads: clause 8.

local CHARACTERISTIC = "503dd605-9bcb-4f6e-b235-270a57483026"

-- Where the fields begin, in bytes.
local LAYOUTS = {
    deployed = { identifier = 4, arrow = 4, distance = 5, street = 9 },
    published = { identifier = 4, arrow = 4, distance = 5, reserved = 9, street = 21 },
    legacy = { identifier = 16, arrow = 16, distance = 17, street = 21 },
}

local ARROWS = {
    [0] = "reserved0", "straight", "start", "finish", "slightLeft", "left", "sharpLeft",
    "sharpRight", "right", "slightRight", "forkRight", "forkLeft", "uTurn", "reserved13",
    "reserved14", "roundaboutExitLeft", "roundaboutExitRight",
    "roundaboutCounterclockwise1of1", "roundaboutCounterclockwise1of2",
    "roundaboutCounterclockwise1of3", "roundaboutCounterclockwise2of2",
    "roundaboutCounterclockwise2of3", "roundaboutCounterclockwise3of3",
    "roundaboutClockwise1of1", "roundaboutClockwise1of2", "roundaboutClockwise1of3",
    "roundaboutClockwise2of2", "roundaboutClockwise2of3", "roundaboutClockwise3of3",
    "roundaboutFallback", "outOfRoute",
}

local BLOB_RESPONSE, NOTIFICATION = 0x0D, 0x1B
-- A shorter value is the whole object; a longer one may be its beginning.
local SHORTEST_CUT = 20
local MAXIMUM_SIZE = 512

local komoot = Proto("komoot", "komoot BLE Connect")
local fields = {
    layout = ProtoField.string("komoot.layout", "Layout"),
    extent = ProtoField.string("komoot.extent", "Extent"),
    identifier = ProtoField.bytes("komoot.identifier", "Identifier"),
    arrow = ProtoField.uint8("komoot.arrow", "Arrow"),
    arrow_name = ProtoField.string("komoot.arrow.name", "Arrow's name"),
    distance = ProtoField.uint32("komoot.distance", "Distance in metres"),
    reserved = ProtoField.bytes("komoot.reserved", "Reserved"),
    street = ProtoField.string("komoot.street", "Street", base.UNICODE),
    part = ProtoField.bytes("komoot.part", "Part of an object"),
}
komoot.fields = fields
local experts = {
    truncated = ProtoExpert.new("komoot.truncated", "Too short for an object", expert.group.MALFORMED, expert.severity.ERROR),
    oversized = ProtoExpert.new("komoot.oversized", "Longer than an object can be", expert.group.MALFORMED, expert.severity.ERROR),
    reserved = ProtoExpert.new("komoot.reserved_not_zero", "Reserved bytes are not zero", expert.group.PROTOCOL, expert.severity.WARN),
    arrow = ProtoExpert.new("komoot.arrow_reserved", "Reserved arrow: show it as unknown", expert.group.PROTOCOL, expert.severity.NOTE),
    utf8 = ProtoExpert.new("komoot.ill_formed", "The street is not UTF-8", expert.group.MALFORMED, expert.severity.WARN),
    torn = ProtoExpert.new("komoot.torn", "Another instruction came during this read: its parts may not belong together", expert.group.SEQUENCE, expert.severity.WARN),
}
komoot.experts = experts

local opcode_field = Field.new("btatt.opcode")
local uuid_field = Field.new("btatt.uuid128")
local value_field = Field.new("btatt.value")
local connection_field = Field.new("bthci_acl.chandle")
local address_field = Field.new("btle.access_address")

-- By connection: the identifier that was read last from the beginning, and whether another one was notified since.
local reads = {}
-- By packet: whether it is a part of a read that may be torn. Packets are shown more than once, and not in order.
local torn = {}

function komoot.init()
    reads, torn = {}, {}
end

local function all_zero(tvb, first, last)
    for place = first, last do
        if tvb(place, 1):uint() ~= 0 then return false end
    end
    return true
end

-- The layout of a value, by clauses 3.2 to 3.5.
local function layout_of(tvb, count, is_cut)
    local least = is_cut and 20 or 21
    if count >= least then
        if bit.band(tvb(8, 1):uint(), 0xC0) == 0x80 and bit.rshift(tvb(6, 1):uint(), 4) == 4 then
            return "legacy"
        end
        if all_zero(tvb, 9, math.min(count, 21) - 1) then return "published" end
    end
    return "deployed"
end

-- How many bytes of a text are well-formed UTF-8, and whether the rest is only the beginning of a character.
local function well_formed(text)
    local place = 1
    while place <= #text do
        local first = text:byte(place)
        local count, low, high = 1, 0x80, 0xBF
        if first >= 0xC2 and first <= 0xDF then count = 2
        elseif first >= 0xE0 and first <= 0xEF then
            count = 3
            if first == 0xE0 then low = 0xA0 elseif first == 0xED then high = 0x9F end
        elseif first >= 0xF0 and first <= 0xF4 then
            count = 4
            if first == 0xF0 then low = 0x90 elseif first == 0xF4 then high = 0x8F end
        elseif first >= 0x80 then return place - 1, false end
        for offset = 1, count - 1 do
            local byte = text:byte(place + offset)
            if byte == nil then return place - 1, true end
            if byte < low or byte > high then return place - 1, false end
            low, high = 0x80, 0xBF
        end
        place = place + count
    end
    return #text, true
end

local function show(tvb, tree, is_cut, is_notification)
    local count = tvb:len()
    if is_notification and count < LAYOUTS.deployed.street then
        -- Some phones notify no more than the identifier.
        tree:add(fields.identifier, tvb(0, math.min(count, LAYOUTS.deployed.identifier)))
        return nil
    end
    if count > MAXIMUM_SIZE then
        tree:add_proto_expert_info(experts.oversized)
        return nil
    end
    local name = layout_of(tvb, count, is_cut)
    local layout = LAYOUTS[name]
    local least = is_cut and layout.distance + 4 or layout.street
    if count < least then
        tree:add_proto_expert_info(experts.truncated)
        return nil
    end
    tree:add(fields.layout, name):set_generated()
    tree:add(fields.extent, is_cut and "possiblyCut" or "whole"):set_generated()
    tree:add(fields.identifier, tvb(0, layout.identifier))
    local arrow = tvb(layout.arrow, 1):uint()
    local arrow_name = ARROWS[arrow] or ("reserved" .. arrow)
    tree:add(fields.arrow, tvb(layout.arrow, 1)):append_text(" (" .. arrow_name .. ")")
    tree:add(fields.arrow_name, tvb(layout.arrow, 1), arrow_name):set_generated()
    if arrow_name:find("^reserved") then tree:add_proto_expert_info(experts.arrow) end
    local distance = tvb(layout.distance, 4):le_uint()
    tree:add_le(fields.distance, tvb(layout.distance, 4))
    if layout.reserved and count > layout.reserved then
        local last = math.min(count, layout.street) - 1
        tree:add(fields.reserved, tvb(layout.reserved, last - layout.reserved + 1))
        if not all_zero(tvb, layout.reserved, last) then
            tree:add_proto_expert_info(experts.reserved)
        end
    end
    if count > layout.street then
        local range = tvb(layout.street)
        local street = range:raw()
        local good, may_go_on = well_formed(street)
        if good == #street or not (is_cut and may_go_on) then
            tree:add(fields.street, range, range:string(ENC_UTF_8))
            if good < #street then tree:add_proto_expert_info(experts.utf8) end
        elseif good > 0 then
            -- The last character is cut.
            tree:add(fields.street, range, range(0, good):string(ENC_UTF_8))
        end
    end
    return string.format("%s, %d m", arrow_name, distance)
end

local function connection()
    local found = connection_field() or address_field()
    return found and tostring(found.value) or ""
end

function komoot.dissector(tvb, pinfo, tree)
    if tvb:len() == 0 then return 0 end
    local opcode = opcode_field()
    local is_notification = opcode ~= nil and opcode.value == NOTIFICATION
    local branch = tree:add(komoot, tvb())
    local words = show(tvb, branch, tvb:len() >= SHORTEST_CUT, is_notification)
    if words then
        branch:append_text(", " .. words)
        pinfo.cols.info:append(", " .. words)
    end
    if not pinfo.visited then
        local identifier = tostring(tvb(0, math.min(tvb:len(), 4)):bytes())
        local read = reads[connection()]
        if not is_notification then
            reads[connection()] = { identifier = identifier, is_disturbed = false }
        elseif read and read.identifier ~= identifier then
            read.is_disturbed = true
        end
    end
    return tvb:len()
end

-- Wireshark hands nobody the later parts of a value, so this looks at every packet.
local parts = Proto("komoot_parts", "komoot BLE Connect, parts of objects")

function parts.dissector(_, pinfo, tree)
    local opcode, uuid, value = opcode_field(), uuid_field(), value_field()
    if not (opcode and uuid and value) or opcode.value ~= BLOB_RESPONSE then return end
    if tostring(uuid.value):lower():gsub("[^0-9a-f]", "") ~= CHARACTERISTIC:gsub("-", "") then return end
    local read = reads[connection()]
    if not pinfo.visited and read and read.is_disturbed then torn[pinfo.number] = true end
    local branch = tree:add(komoot, value.range)
    branch:append_text(", part of an object")
    branch:add(fields.part, value.range)
    if torn[pinfo.number] then branch:add_proto_expert_info(experts.torn) end
end

register_postdissector(parts)
DissectorTable.get("bluetooth.uuid"):add(CHARACTERISTIC, komoot)
