"""Values that sensors sent, and others like them, as pycycling and we read them."""

import importlib.util
import json
import pathlib
import subprocess
import unittest
from collections.abc import Callable
from typing import NamedTuple

from common import KNAV

PYCYCLING = importlib.util.find_spec("pycycling") is not None
if PYCYCLING:
    from pycycling.cycling_power_service import CyclingPowerService
    from pycycling.cycling_speed_cadence_service import CyclingSpeedCadenceService
    from pycycling.fitness_machine_service import FitnessMachineService
    from pycycling.heart_rate_service import HeartRateService
    from pycycling.tacx_trainer_control import TacxTrainerControl

VECTORS = pathlib.Path(__file__).parents[2] / "Fixtures" / "sensor"

#: By our name of a characteristic: pycycling's fields, each with ours and how many of our units are one of theirs.
FIELDS: dict[str, dict[str, tuple[str, int]]] = {
    "csc": {
        "cumulative_wheel_revs": ("cumulativeWheelRevolutions", 1),
        "last_wheel_event_time": ("lastWheelEventTime", 1),
        "cumulative_crank_revs": ("cumulativeCrankRevolutions", 1),
        "last_crank_event_time": ("lastCrankEventTime", 1),
    },
    "power": {
        "instantaneous_power": ("instantaneousPower", 1),
        "pedal_power_balance": ("pedalPowerBalance", 1),
        "accumulated_torque": ("accumulatedTorque", 1),
        "cumulative_wheel_revs": ("cumulativeWheelRevolutions", 1),
        "last_wheel_event_time": ("lastWheelEventTime", 1),
        "cumulative_crank_revs": ("cumulativeCrankRevolutions", 1),
        "last_crank_event_time": ("lastCrankEventTime", 1),
        "top_dead_spot_angle": ("topDeadSpotAngle", 1),
        "accumulated_energy": ("accumulatedEnergy", 1),
    },
    "ftms": {
        "instant_speed": ("instantaneousSpeed", 100),
        "average_speed": ("averageSpeed", 100),
        "instant_cadence": ("instantaneousCadence", 2),
        "average_cadence": ("averageCadence", 2),
        "total_distance": ("totalDistance", 1),
        "resistance_level": ("resistanceLevel", 1),
        "instant_power": ("instantaneousPower", 1),
        "average_power": ("averagePower", 1),
        "total_energy": ("totalEnergy", 1),
        "energy_per_hour": ("energyPerHour", 1),
        "energy_per_minute": ("energyPerMinute", 1),
        "heart_rate": ("heartRate", 1),
        "metabolic_equivalent": ("metabolicEquivalent", 10),
        "elapsed_time": ("elapsedTime", 1),
        "remaining_time": ("remainingTime", 1),
    },
    "heart": {"bpm": ("heartRate", 1), "energy_expended": ("energyExpended", 1)},
    "resistance-range": {
        "minimum_resistance": ("minimum", 1),
        "maximum_resistance": ("maximum", 1),
        "minimum_increment": ("minimumIncrement", 1),
    },
    "fec": {
        "elapsed_time": ("elapsedTime", 4),
        "distance_travelled": ("distance", 1),
        "speed": ("speed", 1000),
        "heart_rate": ("heartRate", 1),
        "update_event_count": ("eventCount", 1),
        "instantaneous_cadence": ("cadence", 1),
        "accumulated_power": ("accumulatedPower", 1),
        "instantaneous_power": ("power", 1),
    },
}


class Packet(NamedTuple):
    """A value of a vector of the suite, and what is read from it."""

    vector: str
    name: str
    value: str
    #: What we read, in the units on the wire, of the fields that pycycling has too; or the name of our error.
    ours: dict[str, int | str] | str
    #: What pycycling reads otherwise, in our units, None if it has no such value; or the name of its exception.
    theirs: dict[str, int | None] | str = {}


def crank(power: int, revolutions: int, time: int) -> dict[str, int | str]:
    return {
        "instantaneousPower": power,
        "cumulativeCrankRevolutions": revolutions,
        "lastCrankEventTime": time,
    }


def bike(*members: int | str, **more: int | str) -> dict[str, int | str]:
    """The fields of Indoor Bike Data without a flag between them, and others by name."""
    names = [ours for ours, _ in FIELDS["ftms"].values()]
    return dict(zip(names, members, strict=False)) | more


#: Energies that are not available are numbers to pycycling.
NO_RATES = {"energyPerHour": 0xFFFF, "energyPerMinute": 0xFF}

PACKETS = (
    # A Wahoo sensor's; two bytes more than announced; one that is torn off after its count.
    Packet(
        "HAND-WRITTEN/BV-05",
        "csc",
        "030c000000441a0200991d",
        {
            "cumulativeWheelRevolutions": 12,
            "lastWheelEventTime": 6724,
            "cumulativeCrankRevolutions": 2,
            "lastCrankEventTime": 7577,
        },
    ),
    Packet(
        "HAND-WRITTEN/BV-03",
        "csc",
        "02c80000000699",
        {"cumulativeCrankRevolutions": 200, "lastCrankEventTime": 0},
    ),
    Packet(
        "HAND-WRITTEN/BI-03",
        "csc",
        "0139300000",
        "truncated",
        {"cumulativeWheelRevolutions": 12345, "lastWheelEventTime": 0},
    ),
    # Two pedals.
    Packet("RIDE-SEVERAL/BV-11", "power", "20000b00d26e8108", crank(11, 28370, 2177)),
    Packet("RIDE-SEVERAL/BV-11", "power", "20001400d36e660d", crank(20, 28371, 3430)),
    Packet("RIDE-SEVERAL/BV-11", "power", "20000f004369d423", crank(15, 26947, 9172)),
    # Torque at the crank; a power below zero; a value that is cut.
    Packet(
        "HAND-WRITTEN/BV-10",
        "power",
        "2c0000009f000c00e542",
        crank(0, 12, 17125) | {"accumulatedTorque": 159},
    ),
    Packet(
        "RIDE-SOURCES/BV-07",
        "power",
        "0000f9ff",
        {"instantaneousPower": -7},
        {"instantaneousPower": 65529},
    ),
    Packet(
        "RIDE-CUTS/BV-02",
        "power",
        "300ad7000100000000",
        {"instantaneousPower": 215},
        {
            "cumulativeWheelRevolutions": 1,
            "lastWheelEventTime": 0,
            "cumulativeCrankRevolutions": 0,
            "lastCrankEventTime": 0,
            "topDeadSpotAngle": 0,
            "accumulatedEnergy": 0,
        },
    ),
    # An Elite Suito, a JetBlack Volt and a Zwift Hub, the last two without a strap.
    Packet(
        "HAND-WRITTEN/BV-18",
        "ftms",
        "5408b906b000860d0045002001",
        {
            "instantaneousSpeed": 1721,
            "instantaneousCadence": 176,
            "totalDistance": 3462,
            "instantaneousPower": 69,
            "elapsedTime": 288,
        },
    ),
    Packet(
        "HAND-WRITTEN/BV-19",
        "ftms",
        "6402000000001400000000",
        {
            "instantaneousSpeed": 0,
            "instantaneousCadence": 0,
            "resistanceLevel": 20,
            "instantaneousPower": 0,
            "heartRate": "no signal",
        },
        {"heartRate": 0},
    ),
    Packet(
        "HAND-WRITTEN/BV-20",
        "ftms",
        "fe02fe0934088e007c004a01001400c700680000",
        bike(2558, 2100, 142, 124, 330, 20, 199, 104, heartRate="no signal"),
        {"heartRate": 0},
    ),
    # Two Life Fitness bikes, whose flag denies the cadence.
    Packet(
        "HAND-WRITTEN/BV-45",
        "ftms",
        "fa092d09f208740077006500000d00660061000200ffffff1100",
        bike(2349, 2290, 116, 119, 101, 13, 102, 97, 2, elapsedTime=17),
        {
            "instantaneousCadence": None,
            "averageCadence": 116,
            "totalDistance": 0x650077,
            "resistanceLevel": 0,
            "instantaneousPower": 13,
            "averagePower": 102,
            "totalEnergy": 97,
            "energyPerHour": 2,
            "energyPerMinute": 0xFF,
            "elapsedTime": 0xFFFF,
        },
    ),
    Packet(
        "HAND-WRITTEN/BV-47",
        "ftms",
        "fa0b550ebe09cc00b1000b02001300360176000c00ffffff594d00",
        bike(
            *(3669, 2494, 204, 177, 523, 19, 310, 118, 12), heartRate=89, elapsedTime=77
        ),
        {
            "instantaneousCadence": None,
            "averageCadence": 204,
            "totalDistance": 0x0B00B1,
            "resistanceLevel": 2,
            "instantaneousPower": 19,
            "averagePower": 310,
            "totalEnergy": 118,
            "energyPerHour": 12,
            "energyPerMinute": 0xFF,
            "heartRate": 0xFF,
            "elapsedTime": 0x59FF,
        },
    ),
    # A Matrix bike, whose values are cut at 20 bytes.
    Packet(
        "HAND-WRITTEN/BV-49",
        "ftms",
        "fe1d830c330c86008000c109000d00a2009d0036",
        bike(3203, 3123, 134, 128, 2497, 13, 162, 157),
        {
            "totalEnergy": 0x36,
            "energyPerHour": 0,
            "energyPerMinute": 0,
            "metabolicEquivalent": 0,
            "elapsedTime": 0,
            "remainingTime": 0,
        },
    ),
    # Averages alone; a YPBM trainer's record in two parts, with bytes of a reserved flag.
    Packet(
        "HAND-WRITTEN/BV-51",
        "ftms",
        "8b00b80bb400c800",
        {"averageSpeed": 3000, "averageCadence": 180, "averagePower": 200},
    ),
    Packet(
        "HAND-WRITTEN/BV-52",
        "ftms",
        "f50100000000000100000000000000ffffff",
        {
            "instantaneousCadence": 0,
            "totalDistance": 0,
            "resistanceLevel": 1,
            "instantaneousPower": 0,
            "averagePower": 0,
            "totalEnergy": 0,
        },
        NO_RATES,
    ),
    Packet(
        "HAND-WRITTEN/BV-53",
        "ftms",
        "002a0000003c00000000",
        {"instantaneousSpeed": 0, "heartRate": "no signal", "elapsedTime": 60},
        {"heartRate": 0},
    ),
    # Straps: 257 beats in two bytes, and three ways to say that they feel none.
    Packet("HAND-WRITTEN/BV-14", "heart", "010101", {"heartRate": 257}),
    Packet(
        "HEART-RATE/BV-03",
        "heart",
        "0000",
        {"heartRate": "no signal"},
        {"heartRate": 0},
    ),
    Packet(
        "HEART-RATE/BV-01",
        "heart",
        "00ff",
        {"heartRate": "no signal"},
        {"heartRate": 255},
    ),
    Packet(
        "RIDE-PULSES/BV-02",
        "heart",
        "01ffff",
        {"heartRate": "no signal"},
        {"heartRate": 65535},
    ),
    # A machine that counts in ones, and a range of 3 bytes.
    Packet(
        "HAND-WRITTEN/BV-25",
        "resistance-range",
        "000064000100",
        {"minimum": 0, "maximum": 100, "minimumIncrement": 1},
    ),
    Packet(
        "RANGES/BV-11",
        "resistance-range",
        "00c805",
        {"minimum": 0, "maximum": 200, "minimumIncrement": 5},
        {"minimum": 0xC800, "maximum": 5, "minimumIncrement": 0},
    ),
    # Trainers with FE-C, the last without a cadence.
    Packet(
        "HAND-WRITTEN/BV-27",
        "fec",
        "a4094e051019f62e7a0cff348a",
        {"elapsedTime": 246, "distance": 46, "speed": 3194},
    ),
    Packet(
        "HAND-WRITTEN/BV-28",
        "fec",
        "a4094e0519a500245c00002002",
        {"eventCount": 165, "cadence": 0, "accumulatedPower": 23588, "power": 0},
    ),
    Packet(
        "HAND-WRITTEN/BV-29",
        "fec",
        "a4094e01194cff25d26b0020f4",
        {"eventCount": 76, "accumulatedPower": 53797, "power": 107},
    ),
)


class StandInClient:
    """A client of bleak whose sensor has one value, and notifies it at once."""

    def __init__(self, value: bytearray) -> None:
        self.value = value

    async def start_notify(self, characteristic: str, handler: Callable) -> None:
        handler(characteristic, self.value)

    async def read_gatt_char(self, characteristic: str) -> bytearray:
        return self.value


async def pycycling(name: str, value: bytearray) -> tuple:
    """What pycycling gives an app: a named tuple."""
    client, shown = StandInClient(value), []
    match name:
        case "csc":
            service = CyclingSpeedCadenceService(client)
            service.set_csc_measurement_handler(shown.append)
            await service.enable_csc_measurement_notifications()
        case "power":
            service = CyclingPowerService(client)
            service.set_cycling_power_measurement_handler(shown.append)
            await service.enable_cycling_power_measurement_notifications()
        case "ftms":
            service = FitnessMachineService(client)
            service.set_indoor_bike_data_handler(shown.append)
            await service.enable_indoor_bike_data_notify()
        case "heart":
            service = HeartRateService(client)
            service.set_hr_measurement_handler(shown.append)
            await service.enable_hr_measurement_notifications()
        case "resistance-range":
            service = FitnessMachineService(client)
            shown.append(await service.get_supported_resistance_level_range())
        case "fec":
            service = TacxTrainerControl(client)
            service.set_general_fe_data_page_handler(shown.append)
            service.set_specific_trainer_data_page_handler(shown.append)
            await service.enable_fec_notifications()
    (only,) = shown
    return only


async def theirs(packet: Packet) -> dict[str, int] | str:
    """What pycycling reads, by our names and in our units, or the name of its exception."""
    try:
        fields = (
            await pycycling(packet.name, bytearray.fromhex(packet.value))
        )._asdict()
    except Exception as error:
        return type(error).__name__
    return {
        ours: round(fields[name] * factor)
        for name, (ours, factor) in FIELDS[packet.name].items()
        if fields.get(name) is not None
    }


def ours(packet: Packet) -> dict[str, int | str] | str:
    """What we read of the fields that pycycling has too, or the name of our error."""
    done = subprocess.run(
        [KNAV, "sensor", "decode", "--json", packet.name, packet.value],
        capture_output=True,
        text=True,
    )
    decoded = json.loads(done.stdout)
    if "error" in decoded:
        return decoded["error"]["code"]
    fields = decoded["fields"]
    return {
        name: fields[name]["value"]
        for name, _ in FIELDS[packet.name].values()
        if name in fields
    }


def difference(mine: dict | str, other: dict | str) -> dict | str:
    """What the other reads otherwise."""
    if isinstance(mine, str) or isinstance(other, str):
        return other
    return {
        name: other.get(name)
        for name in sorted(mine.keys() | other.keys())
        if mine.get(name) != other.get(name)
    }


def row(fields: dict | str) -> str:
    if isinstance(fields, str):
        return fields
    return ", ".join(f"{name} {value}" for name, value in fields.items()) or "the same"


class Peers(unittest.IsolatedAsyncioTestCase):
    def test_vectors(self) -> None:
        """Each value stands in the vector that it is said to be from."""
        for packet in PACKETS:
            topic = packet.vector.partition("/")[0].lower()
            file = json.loads((VECTORS / f"{topic}.json").read_text(encoding="utf-8"))
            (vector,) = (
                one for one in file["vectors"] if one["id"].endswith(packet.vector)
            )
            self.assertIn(f'"{packet.value}"', json.dumps(vector["input"]))

    def test_ours(self) -> None:
        for packet in PACKETS:
            with self.subTest(packet.vector, value=packet.value):
                self.assertEqual(ours(packet), packet.ours)

    @unittest.skipUnless(PYCYCLING, "pycycling is not installed")
    async def test_pycycling(self) -> None:
        """It agrees with us, but for what is written down here, which another version may mend."""
        for packet in PACKETS:
            found = difference(packet.ours, await theirs(packet))
            print(f"\n{packet.vector} {packet.name} {packet.value}")
            print(f"  we         {row(packet.ours)}\n  pycycling  {row(found)}")
            with self.subTest(packet.vector, value=packet.value):
                self.assertEqual(found, packet.theirs)


if __name__ == "__main__":
    unittest.main()
