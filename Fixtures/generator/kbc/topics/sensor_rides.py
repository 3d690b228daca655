"""Rides: what a wheel and a crank show, gaps between events, standstills, who is shown of several sensors, machines."""

from collections.abc import Iterator
from copy import deepcopy

from ..sensors import script
from ..sensors.script import RideScript
from ..table import rows, step
from ..vectors import Topic
from .sensor_measurements import CUTS_SINCE

SENSORS_SINCE = "7.0.0"  # several sensors, and counters that rest

WHEEL = """
S.1 The first measurement is a baseline
  wheel 0, 100, 0; read 0 -> distance=0
S.1 Three revolutions in a second [wheelClock2048 oneByteCount]
  wheel 0, 100, 0; wheel 1000, 103, SECOND; read 1000 -> speed=6300, distance=6300
S.1 A speed is rounded to the nearest
  circumference 2105; wheel 0, 0, 0; wheel 900, 3, 1000; read 900 -> speed=6467
S.1 A half is rounded up
  circumference 1025; wheel 0, 0, 0; wheel 1000, 1, 2 * SECOND; read 1000 -> speed=513
S.2 The event time rolls over [oneByteCount]
  wheel 0, 100, 65000; wheel 1000, 103, 488; read 1000 -> speed=6300, distance=6300
S.3 The count rolls over [oneByteCount]
  wheel 0, 4294967295, 0; wheel 1000, 2, SECOND; read 1000 -> speed=6300, distance=6300
S.3 Both roll over [oneByteCount]
  wheel 0, 4294967294, 65535; wheel 1000, 1, 1023; read 1000 -> speed=6300, distance=6300
S.3 The count passes 2147483647 [oneByteCount]
  wheel 0, 2147483647, 0; wheel 1000, 2147483650, SECOND; read 1000 -> speed=6300, distance=6300
S.4 A repeated notification changes nothing [zeroAtOnce]
  wheel 0, 10, 0; wheel 1000, 13, SECOND; wheel 1010, 13, SECOND; read 1010 -> speed=6300
S.4 After a repeated notification the speed is measured from the event
  wheel 0, 10, 0; wheel 1000, 13, SECOND; wheel 1010, 13, SECOND; wheel 2000, 15, 2 * SECOND;
    read 2000 -> speed=4200, distance=10500
S.4 A clock sent in place of an event is not an event
  wheel 0, 10, 0; wheel 1000, 11, SECOND; wheel 2000, 11, 2 * SECOND;
    wheel 3000, 12, 3 * SECOND; read 3000 -> speed=1050, distance=4200
S.5 Revolutions without a time count for the distance alone
  wheel 0, 10, 0; wheel 1000, 13, SECOND; wheel 2000, 16, SECOND; read 2000
    -> speed=6300, distance=12600
S.5 Revolutions without a time are timed with the next ones
  wheel 0, 10, 0; wheel 1000, 13, SECOND; wheel 2000, 16, SECOND; wheel 3000, 19, 3 * SECOND;
    read 3000 -> speed=6300, distance=18900
S.5 Revolutions without a time are no standstill
  wheel 0, 10, 0; wheel 1000, 13, SECOND; wheel 2000, 16, SECOND; wheel 3000, 19, SECOND;
    read 3500 -> speed=6300
S.6 A wheel that rolls backwards has no speed, and the distance stays
  wheel 0, 10, 0; wheel 1000, 13, SECOND; wheel 2000, 12, 2 * SECOND; read 2000
    -> speed=None, distance=6300
S.6 What is ridden after rolling backwards counts
  wheel 0, 10, 0; wheel 1000, 13, SECOND; wheel 2000, 12, 2 * SECOND;
    wheel 3000, 14, 3 * SECOND; read 3000 -> speed=4200, distance=10500
S.7 A count set to {zero|a large number} is a new beginning
  wheel 0, 100000, 0; wheel 1000, 100003, SECOND; wheel 2000, {0|3000000000}, 2 * SECOND;
    wheel 3000, {2|3000000002}, 3 * SECOND; read 3000 -> speed=4200, distance=10500
S.7 A count that is set by half of all numbers is a new beginning
  wheel 0, 2147483748, 0; wheel 1000, 103, SECOND; read 1000 -> speed=None, distance=0
S.7 At a new beginning the speed is not known
  wheel 0, 100000, 0; wheel 1000, 100003, SECOND; wheel 2000, 0, 2 * SECOND; read 2000
    -> speed=None, distance=6300
S.8 An event time that went back: the distance counts
  wheel 0, 10, 0; wheel 1000, 13, SECOND; wheel 2000, 16, 1000; read 2000
    -> speed=None, distance=12600
S.8 After an event time that went back the speed is measured again
  wheel 0, 10, 0; wheel 1000, 13, SECOND; wheel 2000, 16, 1000; wheel 3000, 18, 2024; read 3000
    -> speed=4200, distance=16800
S.8 Forty revolutions a second are believed
  wheel 0, 10, 0; wheel 1000, 50, SECOND; read 1000 -> speed=84000, distance=84000
S.8 Forty-one are not
  wheel 0, 10, 0; wheel 1000, 51, SECOND; read 1000 -> speed=None, distance=86100
S.2 Half a second of delay does not matter
  wheel 0, 10, 0; wheel 1500, 13, SECOND; read 1500 -> speed=6300
S.2 Two notifications at one time
  wheel 1000, 10, 0; wheel 1000, 13, SECOND; read 1000 -> speed=6300
S.13 An arrival before the latest counts as the latest
  wheel 0, 10, 0; wheel 2000, 13, SECOND; wheel 500, 16, 2 * SECOND; read 5000
    -> speed=6300, distance=12600
S.13 A reading before the latest arrival is that of the arrival
  wheel 8000, 10, 0; wheel 9000, 13, SECOND; read 0 -> speed=6300
S.7 As many revolutions as a second and a delay of 5 s allow count
  wheel 0, 100, 0; wheel 1000, 341, SECOND; read 1000 -> speed=None, distance=506100
S.7 One revolution more than they allow is a new beginning
  wheel 0, 100, 0; wheel 1000, 342, SECOND; read 1000 -> speed=None, distance=0
S.7 A count that is set forwards by 1196 within a second is no ride
  wheel 0, 100, 0; wheel 1000, 1296, SECOND; read 1000 -> speed=None, distance=0
S.7 What was ridden while a notification was late counts
  wheel 1000, 10, SECOND; wheel 20000, 20, 2 * SECOND; wheel 20000, 200, 20 * SECOND; read 20000
    -> speed=21000, distance=399000
"""

CRANK = """
S.1 The first measurement of a crank is a baseline
  crank 0, 100, 0; read 0 -> cadence=None
S.1 Three revolutions in two seconds
  crank 0, 100, 0; crank 2000, 103, 2 * SECOND; read 2000 -> cadence=9000
S.2 The crank's event time rolls over
  crank 0, 100, 65000; crank 1000, 102, 488; read 1000 -> cadence=12000
S.3 The crank's count {rolls|and time roll} over [crankNeverRollsOver]
  crank 0, {65535, 0|65534, 65535}; crank 1000, {1, SECOND|0, 1023}; read 1000 -> cadence=12000
S.3 The crank's count rolls over in Cycling Power [crankNeverRollsOver]
  power 0, 200, crank=(65535, 0); power 1000, 210, crank=(1, SECOND); read 1000
    -> cadence=12000, power=210
S.7 A crank that is turned backwards is a new beginning
  crank 0, 100, 0; crank 1000, 101, SECOND; crank 2000, 100, 2 * SECOND; read 2000
    -> cadence=None
S.8 Six revolutions of a crank a second are believed
  crank 0, 100, 0; crank 1000, 106, SECOND; read 1000 -> cadence=36000
S.8 Seven are not
  crank 0, 100, 0; crank 1000, 107, SECOND; read 1000 -> cadence=None
S.1 A cadence is rounded to the nearest
  crank 0, 100, 0; crank 900, 101, 700; read 900 -> cadence=8777
S.7 As many revolutions of a crank as can be believed count
  crank 0, 100, 0; crank 1000, 137, 0; crank 8000, 138, 8 * SECOND; read 8000 -> cadence=28500
S.7 One more revolution of a crank is a new beginning
  crank 0, 100, 0; crank 1000, 138, 0; crank 8000, 139, 8 * SECOND; read 8000 -> cadence=750
"""

GAPS = """
S.2 A gap of 31 s
  wheel 0, 0, 0; wheel 31000, 62, 31 * SECOND; read 31000 -> speed=4200, isSpeedAverage=False
S.12 A gap of 32 s gives an average
  wheel 0, 0, 0; wheel 32000, 64, 32 * SECOND; read 32000 -> speed=4200, isSpeedAverage=True
S.12 A gap of 40 s
  wheel 0, 0, 0; wheel 40000, 80, 40 * SECOND; read 40000 -> speed=4200, isSpeedAverage=True
S.2 A gap of 63 s
  wheel 0, 0, 0; wheel 63000, 126, 63 * SECOND; read 63000 -> speed=4200, isSpeedAverage=True
S.2 A gap of 65 s: the time rolled over
  wheel 0, 0, 0; wheel 65000, 130, SECOND; read 65000 -> speed=4200, isSpeedAverage=True
S.2 A gap of 64 s: the time is the same
  wheel 0, 0, 0; wheel 64000, 128, 0; read 64000 -> speed=4200, isSpeedAverage=True
S.2 A gap of 300 s: the time rolled over four times
  wheel 0, 0, 0; wheel 300000, 600, 44 * SECOND; read 300000 -> speed=4200, isSpeedAverage=True
S.2 A gap of 1000 s
  wheel 0, 0, 0; wheel 1000000, 2000, 40 * SECOND; read 1000000
    -> speed=4200, isSpeedAverage=True
S.12 In Cycling Power a gap of 15 s [powerWheelClock1024]
  power 0, 100, wheel=(0, 0); power 15000, 100, wheel=(30, 15 * POWER_SECOND); read 15000
    -> speed=4200, isSpeedAverage=False
S.12 In Cycling Power a gap of 16 s gives an average [powerWheelClock1024]
  power 0, 100, wheel=(0, 0); power 16000, 100, wheel=(32, 16 * POWER_SECOND); read 16000
    -> speed=4200, isSpeedAverage=True
S.12 In Cycling Power the time rolls over after 32 s [powerWheelClock1024]
  power 0, 100, wheel=(0, 0); power 33000, 100, wheel=(66, POWER_SECOND); read 33000
    -> speed=4200, isSpeedAverage=True
S.12 The next speed is no average
  wheel 0, 0, 0; wheel 40000, 80, 40 * SECOND; wheel 41000, 82, 41 * SECOND; read 41000
    -> speed=4200, isSpeedAverage=False
S.12 A standstill after an average is no average
  wheel 0, 0, 0; wheel 40000, 80, 40 * SECOND; read 45000 -> speed=0, isSpeedAverage=False
S.11 While the link is lost nothing is known but the distance
  csc 0, wheel=(0, 0), crank=(0, 0); csc 1000, wheel=(2, SECOND), crank=(1, SECOND); lost;
    read 1000 -> speed=None, cadence=None, distance=4200
S.11 A lost link is no standstill
  wheel 0, 0, 0; wheel 1000, 2, SECOND; lost; read 60000 -> speed=None, distance=4200
S.11 After a lost link the first speed is that of the gap
  wheel 0, 0, 0; wheel 1000, 2, SECOND; lost; wheel 20000, 21, 20 * SECOND; read 20000
    -> speed=2100, distance=44100, isSpeedAverage=False
S.11 After a lost link of 50 s the first speed is an average
  wheel 0, 0, 0; wheel 1000, 2, SECOND; lost; wheel 50000, 51, 50 * SECOND; read 50000
    -> speed=2100, distance=107100, isSpeedAverage=True
S.11 A link lost before the first measurement
  lost; wheel 0, 0, 0; wheel 1000, 2, SECOND; read 1000 -> speed=4200
S.11 After a lost link without a revolution the last speed counts on
  wheel 0, 0, 0; wheel 1000, 2, SECOND; lost; wheel 1400, 2, SECOND; read 1400 -> speed=4200
S.2 A gap as near to no roll-over as to one has one
  wheel 0, 0, 0; wheel 32000, 64, 0; read 32000 -> speed=2100, isSpeedAverage=True
S.12 A bound after an average is no average
  wheel 0, 0, 0; wheel 40000, 80, 40 * SECOND; wheel 41000, 80, 40 * SECOND;
    wheel 42000, 80, 40 * SECOND; wheel 43000, 80, 40 * SECOND; read 43000
    -> speed=1330, isSpeedAverage=False
"""

STOPS = """
S.10 A wheel that may still be turning
  wheel 0, 0, 0; wheel 1000, 1, SECOND; read 4999 -> speed=2100
S.10 After twice a revolution and an interval it stands still [neverZero]
  wheel 0, 0, 0; wheel 1000, 1, SECOND; read 5000 -> speed=0, distance=2100
S.9 A notification without a revolution that says nothing new [zeroAtOnce]
  wheel 0, 0, 0; wheel 1000, 1, SECOND; wheel 2000, 1, SECOND; read 2000 -> speed=2100
S.10 A fast wheel {is waited for|stands still sooner [neverZero]}
  wheel 0, 0, 0; wheel 1000, 10, SECOND; read {3199|3200} -> speed={21000|0}
S.10 A notification that comes sooner ends the wait {sooner: not yet|sooner [neverZero]}
  wheel 0, 0, 0; wheel 1000, 10, SECOND; wheel 1500, 15, 1536; read {3449|3450}
    -> speed={21000|0}
S.10 Four notifications a second, read at {3200|3300} ms
  wheel 0, 0, 0; wheel 1000, 8, SECOND; wheel 1250, 10, 1280; wheel 1500, 12, 1536;
    wheel 1750, 14, 1792; wheel 2000, 16, 2 * SECOND; read {3200|3300} -> speed={16800|0}
S.10 An interval is a second before it is known
  wheel 0, 0, 0; wheel 125, 1, 128; read 1825 -> speed=16800
S.10 The interval is at least a quarter of a second
  wheel 0, 0, 0; wheel 100, 1, 102; wheel 200, 2, 204; wheel 300, 3, 307; wheel 400, 4, 409;
    wheel 500, 5, 512; wheel 600, 6, 614; wheel 700, 7, 716; wheel 800, 8, 819;
    wheel 900, 9, 921; wheel 1000, 10, SECOND; wheel 1100, 11, 1126; wheel 1200, 12, 1228;
    wheel 1300, 13, 1331; wheel 1400, 14, 1433; wheel 1500, 15, 1536; read 2100
    -> isSpeedAverage=False
S.10 Notifications that come more seldom are waited for longer
  wheel 0, 0, 0; wheel 1500, 15, 1536; read 4699 -> speed=21000
S.10 The interval is at most two seconds [neverZero]
  wheel 0, 0, 0; wheel 3000, 30, 3 * SECOND; read 7200 -> speed=0
S.10 A longer interval is taken at once
  wheel 0, 0, 0; wheel 2000, 20, 2 * SECOND; read 6199 -> speed=21000
S.10 A slow crank is waited for
  crank 0, 0, 0; crank 2000, 1, 2 * SECOND; read 6999 -> cadence=3000
S.10 No more than five seconds are waited [neverZero]
  crank 0, 0, 0; crank 2000, 1, 2 * SECOND; read 7000 -> cadence=0
S.10 A wheel that never turned stands still after five seconds [neverZero]
  wheel 0, 7, 0; wheel 1000, 7, 0; read 5000 -> speed=0
S.10 Until then its speed is not known
  wheel 0, 7, 0; wheel 1000, 7, 0; read 4999 -> speed=None
S.4 After a standstill the first speed is that of the whole time
  wheel 0, 0, 0; wheel 1000, 1, SECOND; wheel 9000, 1, SECOND; wheel 11000, 2, 11 * SECOND;
    read 11000 -> speed=210, distance=4200
S.10 A revolution takes whole {milliseconds: not yet|milliseconds}
  wheel 0, 0, 0; wheel 1000, 3, SECOND; read {3665|3666} -> speed={6300|0}
S.10 An interval has whole {milliseconds: not yet|milliseconds}
  wheel 0, 0, 0; wheel 999, 1, SECOND; read {4996|4997} -> speed={2100|0}
S.9 A notification without a revolution slows the wheel down [zeroAtOnce]
  wheel 0, 0, 0; wheel 1000, 1, SECOND; wheel 2000, 1, SECOND; wheel 3000, 1, SECOND;
    wheel 4000, 1, SECOND; read 4000 -> speed=1050
S.9 A notification that comes late without a revolution proves nothing [zeroAtOnce]
  wheel 0, 0, 0; wheel 1000, 1, SECOND; wheel 3000, 1, SECOND; read 3000 -> speed=2100
S.9 A repeat just before a late notification is no dip [zeroAtOnce]
  crank 0, 0, 0; crank 1000, 1, 819; crank 2870, 1, 819; read 2870 -> cadence=7502
S.9 Silence does not slow the wheel down [zeroAtOnce]
  wheel 0, 0, 0; wheel 1000, 1, SECOND; wheel 2000, 1, SECOND; wheel 3000, 1, SECOND;
    wheel 3900, 1, SECOND; read 4500 -> speed=1091
S.9 A bound is as exact as the arrivals [zeroAtOnce]
  wheel 0, 0, 0; wheel 1000, 10, SECOND; wheel 1900, 10, SECOND; wheel 2137, 10, SECOND; read 2137
    -> speed=6052
"""

SOURCES = """
S.14 CSC comes before Cycling Power, and nothing is added
  csc 0, wheel=(0, 0), crank=(0, 0); power 0, 100, wheel=(0, 0), crank=(0, 0);
    csc 1000, wheel=(2, SECOND), crank=(1, SECOND);
    power 1000, 150, wheel=(3, POWER_SECOND), crank=(2, SECOND); read 1000
    -> speed=4200, distance=4200, cadence=6000, power=150
S.14 A wheel of Cycling Power alone [powerWheelClock1024]
  power 0, 100, wheel=(0, 0); power 1000, 150, wheel=(3, POWER_SECOND); read 1000
    -> speed=6300, distance=6300, power=150
S.14 Where CSC has no speed yet that of Cycling Power is shown [powerWheelClock1024]
  power 0, 100, wheel=(0, 0), crank=(0, 0);
    power 1000, 150, wheel=(3, POWER_SECOND), crank=(2, SECOND);
    csc 1000, wheel=(0, 0), crank=(0, 0); read 1000 -> speed=6300, cadence=12000, distance=6300
S.14 A standstill is a value
  csc 0, wheel=(0, 0), crank=(0, 0); power 0, 100, wheel=(0, 0), crank=(0, 0);
    csc 1000, wheel=(2, SECOND), crank=(1, SECOND);
    power 1000, 150, wheel=(3, POWER_SECOND), crank=(2, SECOND);
    power 6000, 150, wheel=(18, 6 * POWER_SECOND); read 6000 -> speed=0
S.14 A power at {4999|5000} ms
  power 1000, 150; read {5999|6000} -> power={150|None}
S.14 A negative power
  power 0, -7; read 0 -> power=-7
S.14 A heart rate at {4999|5000} ms
  heart 0, 140; read {4999|5000} -> heartRate={140|None}
S.14 A heart rate of zero is none
  heart 0, 140; heart 1000, 0; read 1000 -> heartRate=None
S.14 Where a strap has no signal the machine's heart rate is shown
  bike 0, instantaneousSpeed=0, heartRate=99; heart 0, 0; read 0 -> heartRate=99
S.14 A strap comes before a machine
  heart 0, 140; bike 0, instantaneousSpeed=0, heartRate=99; read 0 -> heartRate=140
S.14 A wheel comes before a machine
  csc 0, wheel=(0, 0), crank=(0, 0); power 0, 100, wheel=(0, 0), crank=(0, 0);
    csc 1000, wheel=(2, SECOND), crank=(1, SECOND);
    power 1000, 150, wheel=(3, POWER_SECOND), crank=(2, SECOND);
    bike 1000, instantaneousSpeed=3600, instantaneousCadence=200, instantaneousPower=9;
    read 1000 -> speed=4200, cadence=6000, power=150
S.11 After a lost link power and heart rate are not known
  power 0, 100; heart 0, 140; lost; read 0 -> power=None, heartRate=None
S.14 A feature has nothing to show
  packet 0, "cscFeature", x("0300")
1.3 A packet that is refused changes nothing [shortValueAccepted]
  wheel 0, 0, 0; wheel 1000, 2, SECOND; packet 1500, "cscMeasurement", x("0102"); read 1500
    -> speed=4200
1.3 A packet that is too short is refused
  wheel 0, 0, 0; packet 1500, "cyclingPowerMeasurement", x("0102")
    -> error={"code": "truncated", "offset": 2}
S.1 Nothing has come
  read 0 -> speed=None, distance=None
S.14 What a machine rides after a wheel has begun is not added
  wheel 0, 7, 0; bike 100, instantaneousSpeed=3600, totalDistance=500; wheel 1000, 9, SECOND;
    bike 1100, instantaneousSpeed=3600, totalDistance=510; read 1100 -> distance=4200
S.14 A wheel that begins after an indoor bike goes on from its distance
  bike 0, instantaneousSpeed=3600, totalDistance=500;
    bike 1000, instantaneousSpeed=3600, totalDistance=510; wheel 1500, 7, 0;
    wheel 2500, 9, SECOND; wheel 3500, 11, 2 * SECOND; read 3500 -> speed=4200, distance=14200
S.14 What makes a wheel the source may have been counted by the machine
  bike 0, instantaneousSpeed=3600, totalDistance=500;
    bike 1000, instantaneousSpeed=3600, totalDistance=510; wheel 1500, 7, 0;
    wheel 2500, 9, SECOND; read 2500 -> speed=4200, distance=10000
S.14 Each better source goes on from the distance of the one before
  page 0, "generalData", hasDistance=True, distance=10;
    page 500, "generalData", hasDistance=True, distance=14;
    bike 600, instantaneousSpeed=3600, totalDistance=500;
    bike 1600, instantaneousSpeed=3600, totalDistance=510;
    bike 2600, instantaneousSpeed=3600, totalDistance=520; power 2700, 100, wheel=(0, 0);
    power 3700, 100, wheel=(3, POWER_SECOND); power 4700, 100, wheel=(6, 2 * POWER_SECOND);
    wheel 4800, 7, 0; wheel 5800, 9, SECOND; wheel 6800, 11, 2 * SECOND; read 6800
    -> distance=24500
"""

RESTS = """
S.14 A wheel that has never turned gives way to a machine that moves
  wheel 0, 7, 0; bike 0, instantaneousSpeed=3000, totalDistance=0; wheel 6000, 7, 0;
    bike 6000, instantaneousSpeed=3000, totalDistance=50;
    bike 6500, instantaneousSpeed=3000, totalDistance=54; read 6500 -> speed=8333, distance=4000
S.14 If nothing moves the first source is shown
  wheel 0, 7, 0; bike 0, instantaneousSpeed=0, totalDistance=0; wheel 6000, 7, 0;
    bike 6000, instantaneousSpeed=0, totalDistance=0; read 6000 -> speed=0, distance=0
S.14 A crank that has never turned gives way to a machine
  crank 0, 7, 0; crank 6000, 7, 0; bike 6000, instantaneousSpeed=0, instantaneousCadence=160; read 6000
    -> cadence=8000
S.14 A crank that has never turned gives way to a power meter's
  crank 0, 7, 0; power 5000, 150, crank=(0, 0); crank 6000, 7, 0; power 6000, 150, crank=(1, SECOND); read 6000
    -> cadence=6000
S.14 A wheel that stopped is believed for {less than|} ten seconds
  wheel 0, 0, 0; wheel 1000, 2, SECOND; bike 10000, instantaneousSpeed=3000; read {10999|11000}
    -> speed={0|8333}
S.14 After ten seconds the machine's distance goes on
  wheel 0, 0, 0; wheel 1000, 2, SECOND; bike 9000, instantaneousSpeed=3000, totalDistance=10;
    bike 10999, instantaneousSpeed=3000, totalDistance=20;
    bike 11000, instantaneousSpeed=3000, totalDistance=30;
    bike 12000, instantaneousSpeed=3000, totalDistance=37; read 12000 -> distance=11200
S.14 A wheel that turns again is the source again, from then on
  wheel 0, 0, 0; wheel 1000, 2, SECOND; bike 11000, instantaneousSpeed=3000, totalDistance=10;
    bike 12000, instantaneousSpeed=3000, totalDistance=20;
    bike 13000, instantaneousSpeed=3000, totalDistance=29; wheel 14000, 5, 14 * SECOND;
    wheel 15000, 7, 15 * SECOND; read 15000 -> speed=4200, distance=17400
S.14 If all stop the last source stays
  wheel 0, 0, 0; wheel 1000, 2, SECOND; bike 1000, instantaneousSpeed=0, totalDistance=10;
    bike 20000, instantaneousSpeed=0, totalDistance=10; wheel 60000, 3, 60 * SECOND; read 60000
    -> distance=6300
S.14 A machine that stands still gives way to a trainer that moves
  bike 0, instantaneousSpeed=0; page 0, "generalData", speed=7639; read 0 -> speed=7639
S.14 A machine's distance that rests for {less than|} ten seconds stays the source
  bike 0, instantaneousSpeed=0, totalDistance=0; bike 1000, instantaneousSpeed=0, totalDistance=4;
    page 2000, "generalData", distance=10, hasDistance=True;
    page {10999|11000}, "generalData", distance=20, hasDistance=True;
    page 12000, "generalData", distance=25, hasDistance=True; read 12000 -> distance={4000|9000}
S.14 If all stop a machine stays the source beside a wheel that has never turned
  wheel 0, 7, 0; bike 0, instantaneousSpeed=0, totalDistance=0; bike 1000, instantaneousSpeed=0, totalDistance=10;
    bike 2000, instantaneousSpeed=0, totalDistance=20; bike 15000, instantaneousSpeed=0, totalDistance=20;
    bike 16000, instantaneousSpeed=0, totalDistance=30; read 16000 -> distance=20000
"""

AVERAGES = """
S.14 A machine that sends averages alone is shown, and marked
  packet 0, "indoorBikeData", x("8b00b80bb400c800"); packet 1000, "indoorBikeData", x("8b00b80bb600ca00"); read 1000
    -> speed=8333, isSpeedAverage=True, cadence=9000, isCadenceAverage=True, power=200, isPowerAverage=True
S.14 Beside {a speed|a cadence|a power} of the moment averages are not shown
  bike 0, {instantaneousSpeed=3600|instantaneousCadence=180|instantaneousPower=7}, averagePower=200, averageCadence=90;
    bike 1000, instantaneousSpeed=3600; read 1000 -> speed=10000, isSpeedAverage=False
S.14 A value of the moment takes the place of an average
  packet 0, "indoorBikeData", x("8b00b80bb400c800"); packet 1000, "indoorBikeData", x("8b00b80bb600ca00");
    bike 2000, instantaneousSpeed=3600, instantaneousCadence=180, instantaneousPower=7; read 2000
    -> speed=10000, isSpeedAverage=False, cadence=9000, power=7
S.14 Averages hide no standstill
  wheel 0, 0, 0; wheel 1000, 2, SECOND; packet 11000, "indoorBikeData", x("8b00b80bb400c800");
    packet 12000, "indoorBikeData", x("8b00b80bb600ca00"); read 12000 -> speed=0, isSpeedAverage=False, power=200
"""

SEVERAL = """
S.15 A lost link takes the values of its sensor alone
  sensor 1; heart 0, 140; sensor 2; bike 0, instantaneousSpeed=3600, instantaneousPower=200, totalDistance=0;
    sensor 1; lost; sensor 2; bike 1000, instantaneousSpeed=3600, instantaneousPower=200, totalDistance=10; read 1000
    -> speed=10000, power=200, heartRate=None, distance=10000
S.15 The link of a sensor that was never heard of
  sensor 1; heart 0, 140; sensor 2; lost; read 0 -> heartRate=140
S.15 Counters of several sensors are not mixed
  sensor 1; crank 0, 100, 0; sensor 2; crank 0, 7, 0; sensor 1; crank 1000, 101, SECOND; sensor 2;
    crank 1000, 9, SECOND; read 1000 -> cadence=6000
S.15 The service decides, whichever sensor came first
  sensor 1; bike 0, instantaneousSpeed=3000; sensor 2; wheel 0, 0, 0; wheel 1000, 2, SECOND; read 1000
    -> speed=4200
S.15 A wheel that never turned gives way to another sensor
  sensor 1; wheel 0, 7, 0; wheel 6000, 7, 0; sensor 2; bike 6000, instantaneousSpeed=3000; read 6000
    -> speed=8333
S.15 The distance goes on from one sensor to the next
  sensor 1; bike 0, instantaneousSpeed=3600, totalDistance=0; bike 1000, instantaneousSpeed=3600, totalDistance=10;
    sensor 2; wheel 1500, 0, 0; wheel 2500, 2, SECOND; wheel 3500, 4, 2 * SECOND; sensor 1;
    bike 3600, instantaneousSpeed=3600, totalDistance=36; read 3600 -> distance=14200
S.15 A sensor whose link is lost gives way at once, its distance after ten seconds
  sensor 1; wheel 0, 0, 0; wheel 1000, 2, SECOND; sensor 2;
    bike 1000, instantaneousSpeed=3600, totalDistance=0; sensor 1; lost; sensor 2;
    bike 2000, instantaneousSpeed=3600, totalDistance=10;
    bike 11500, instantaneousSpeed=3600, totalDistance=105;
    bike 12500, instantaneousSpeed=3600, totalDistance=115; read 12500 -> speed=10000, distance=14200
S.15 A machine's habit is its own [cadenceFlagTrusted]
  sensor 1; packet 0, "indoorBikeData", x("0000be0ab400"); sensor 2; packet 0, "indoorBikeData", x("0000be0a");
    sensor 1; packet 9000, "indoorBikeData", x("0000be0ab60007"); read 9000 -> cadence=9100
S.15 A ninth sensor takes the place of the one that was silent longest
  sensor 1; heart 1, 140; sensor 2; bike 0, instantaneousSpeed=3600; sensor 3; power 2, 1; sensor 4; power 2, 1;
    sensor 5; power 2, 1; sensor 6; power 2, 1; sensor 7; power 2, 1; sensor 8; power 2, 1; sensor 9; power 2, 1;
    read 2 -> speed=None, heartRate=140
S.15 A packet that is refused takes nobody's place
  sensor 1; bike 0, instantaneousSpeed=3600; sensor 2; power 2, 1; sensor 3; power 2, 1; sensor 4; power 2, 1;
    sensor 5; power 2, 1; sensor 6; power 2, 1; sensor 7; power 2, 1; sensor 8; power 2, 1; sensor 9;
    packet 2, "cyclingPowerMeasurement", x("0102"); read 2 -> speed=10000
S.16 The powers of a left and a right {pedal|crank} are added, and the cadence is that of one
  sensor 1; located {8|6}; packet 0, "cyclingPowerMeasurement", x("20000b00d26e8108"); sensor 2; located {7|5};
    packet 500, "cyclingPowerMeasurement", x("20000f004369d423"); sensor 1;
    packet 1000, "cyclingPowerMeasurement", x("20001400d36e660d"); sensor 2;
    packet 1500, "cyclingPowerMeasurement", x("20004a0047698730"); sensor 1;
    packet 2000, "cyclingPowerMeasurement", x("20005100d66efc14"); read 2000 -> power=155, cadence=9491
S.16 Without the other pedal the power is that of one leg
  sensor 1; located 8; sensor 2; located 7; sensor 1; power 0, 81; sensor 2; power 0, 74; lost; read 0
    -> power=81, isPowerOfOneLeg=True
S.16 A left pedal beside a {spider|left crank} is not added
  sensor 1; located {15|5}; power 0, 200; sensor 2; located 7; power 0, 100; read 0 -> power=200
S.16 A machine's power is not that of a leg
  sensor 1; located 8; power 0, 81; sensor 2; located 7; bike 0, instantaneousSpeed=0, instantaneousPower=200; read 0
    -> power=81, isPowerOfOneLeg=True
S.16 The sum has at most 16 bits
  sensor 1; located 8; power 0, 32767; sensor 2; located 7; power 0, 1; read 0 -> power=32767
S.16 A sensor that says that it is elsewhere now
  sensor 1; located 8; power 0, 81; sensor 2; located 7; power 0, 74; sensor 1; located 15; read 0 -> power=81
"""

MACHINES = """
S.14 An indoor bike's speed, cadence and power
  bike 0, instantaneousSpeed=2750, instantaneousCadence=181, instantaneousPower=222, heartRate=141, totalDistance=7000;
    read 0 -> speed=7639, cadence=9050, power=222, distance=0, heartRate=141
S.14 An indoor bike's values at {4999|5000} ms
  bike 0, instantaneousSpeed=2750, instantaneousCadence=181, instantaneousPower=222;
    read {4999|5000} -> speed={7639|None}
S.14 A field that a later record leaves out stays until it expires
  bike 0, instantaneousSpeed=2750, instantaneousCadence=181, instantaneousPower=222;
    bike 3000, instantaneousSpeed=1000; read 4000 -> speed=2778, cadence=9050, power=222
S.14 An indoor bike's distance
  bike 0, instantaneousSpeed=1, totalDistance=7000;
    bike 9000, instantaneousSpeed=1, totalDistance=7050; read 9000 -> distance=50000
S.14 An indoor bike's distance {rolls over|begins again}
  bike 0, instantaneousSpeed=1, totalDistance={16777206|9000};
    bike 9000, instantaneousSpeed=1, totalDistance=5; read 9000 -> distance={15000|0}
S.14 An indoor bike's distance by 40 km
  bike 0, instantaneousSpeed=1, totalDistance=0;
    bike 9000, instantaneousSpeed=1, totalDistance=40000; read 9000 -> distance=40000000
S.11 A machine's distance over a lost link does not count
  bike 0, instantaneousSpeed=1, totalDistance=100;
    bike 1000, instantaneousSpeed=1, totalDistance=107; lost;
    bike 9000, instantaneousSpeed=1, totalDistance=150;
    bike 9500, instantaneousSpeed=1, totalDistance=151; read 9500 -> distance=8000
S.11 A lost link takes a machine's values
  bike 0, instantaneousSpeed=2750, instantaneousCadence=181, instantaneousPower=222; lost;
    read 0 -> speed=None, cadence=None, power=None
5.3 A record in two parts is complete with the speed
  bike 0, instantaneousPower=222; bike 100, instantaneousSpeed=2750; read 100
    -> speed=7639, power=222
5.3 A part of a record is not shown [recordsApart]
  bike 0, instantaneousPower=222; read 0 -> power=None
5.3 A part whose end was lost is dropped when the speed comes [recordsApart]
  bike 0, instantaneousPower=222, heartRate=99;
    bike 100, instantaneousSpeed=2750, instantaneousPower=5; read 100
    -> speed=7639, power=5, heartRate=None
5.3 A machine that always says that more follows is shown without a speed [recordsApart]
  bike 0, instantaneousPower=222; bike 1000, instantaneousPower=223; read 1000
    -> speed=None, power=222
5.3 A part before a lost link belongs to no record after it
  bike 0, instantaneousPower=222; lost; bike 100, instantaneousSpeed=2750; read 100
    -> speed=7639, power=None
5.3 A record in three parts
  bike 0, instantaneousPower=222; bike 10, instantaneousCadence=180;
    bike 20, instantaneousSpeed=2750, heartRate=120; read 20
    -> speed=7639, power=222, cadence=9000, heartRate=120
S.14 A trainer's speed and heart rate [checksumAdds checksumWithoutFirstByte]
  page 0, "generalData", speed=7639, heartRate=141; read 0
    -> speed=7639, heartRate=141, distance=None
S.14 A trainer's cadence and power [checksumAdds checksumWithoutFirstByte]
  page 0, "trainerData", cadence=91, power=222; read 0 -> cadence=9100, power=222
S.14 A trainer's values that are not available any more [checksumAdds checksumWithoutFirstByte]
  page 0, "generalData", speed=7639, heartRate=141;
    page 0, "trainerData", cadence=91, power=222; page 1000, "generalData";
    page 1000, "trainerData"; read 1000 -> speed=None, heartRate=None, cadence=None, power=None
S.14 A trainer's distance rolls over [checksumAdds checksumWithoutFirstByte]
  page 0, "generalData", distance=250, hasDistance=True;
    page 1000, "generalData", distance=5, hasDistance=True; read 1000 -> distance=11000
S.14 A trainer's distance by 127 m [checksumAdds checksumWithoutFirstByte]
  page 0, "generalData", distance=0, hasDistance=True;
    page 1000, "generalData", distance=127, hasDistance=True; read 1000 -> distance=127000
S.14 A trainer's distance by 128 m is a new beginning [checksumAdds checksumWithoutFirstByte]
  page 0, "generalData", distance=0, hasDistance=True;
    page 1000, "generalData", distance=128, hasDistance=True; read 1000 -> distance=0
S.14 An indoor bike comes before a trainer [checksumAdds checksumWithoutFirstByte]
  page 0, "generalData", speed=1000, heartRate=90, distance=1, hasDistance=True;
    page 0, "trainerData", cadence=50, power=60;
    bike 0, instantaneousSpeed=2750, instantaneousCadence=180, instantaneousPower=222, heartRate=141, totalDistance=9;
    read 0 -> speed=7639, cadence=9000, power=222, heartRate=141
6.2 A frame with a wrong checksum is refused
  packet 0, "fecFrame", x("a4094e051019f62e7a0cff348b")
    -> error={"code": "checksumMismatch", "offset": 12}
"""

HABITS = """
9.3 A value that does not tell is read like the last one that did [cadenceFlagTrusted]
  packet 0, "indoorBikeData", x("0000be0ab400"); packet 9000, "indoorBikeData", x("0000be0ab60007");
    read 9000 -> speed=7639, cadence=9100
9.3 A machine that inverts the flag leaves the cadence out [cadenceFlagTrusted]
  packet 0, "indoorBikeData", x("0000be0ab400"); packet 9000, "indoorBikeData", x("4400be0ade00");
    read 9000 -> speed=7639, cadence=None, power=222
9.3 A lost link does not change what a machine does [cadenceFlagTrusted]
  packet 0, "indoorBikeData", x("0000be0ab400"); lost;
    packet 9000, "indoorBikeData", x("0000be0ab60007"); read 9000 -> cadence=9100
9.3 A value that fits its flags tells that they are not inverted
  packet 0, "indoorBikeData", x("0000be0ab400"); packet 1000, "indoorBikeData", x("0000be0a");
    packet 9000, "indoorBikeData", x("0000be0ab60007"); read 9000 -> cadence=None
9.3 A part of a record is read likewise [cadenceFlagTrusted]
  packet 0, "indoorBikeData", x("0000be0ab400"); packet 9000, "indoorBikeData", x("0100b600070809");
    packet 9100, "indoorBikeData", x("4400be0ade00"); read 9100 -> cadence=9100, power=222
"""

CUTS = """
9.12 A machine's values that are cut at 20 bytes [cutValueRefused]
  packet 0, "indoorBikeData", x("fe1d830c330c86008000c109000d00a2009d0036"); read 0
    -> speed=8897, cadence=6700, power=162, distance=0
9.12 A power meter's value that is cut [cutValueRefused]
  packet 0, "cyclingPowerMeasurement", x("300ad7000100000000"); read 0 -> power=215, speed=None
9.12 A value of a machine that inverts the flag is cut [cutValueRefused cadenceFlagTrusted]
  packet 0, "indoorBikeData", x("fa0b550ebe09cc00b1000b02001300360176000c00ffffff594d00");
    packet 1000, "indoorBikeData", x("fa0b550ebe09ca00b1001502001300370176000c"); read 1000
    -> speed=10192, cadence=10100, power=311, distance=10000
9.12 A part of a record that is cut belongs to the record [cutValueRefused]
  packet 0, "indoorBikeData", x("4103de0007"); packet 100, "indoorBikeData", x("0000be0a"); read 100
    -> speed=7639, power=222, heartRate=None
"""

PULSES = """
4.1 A strap without a signal sends {255 in one byte|65535 in two|255 in two}
  heart 0, 140; packet 1000, "heartRateMeasurement", {x("00ff")|x("01ffff")|x("01ff00")}; read 1000
    -> heartRate=None
4.1 Where a strap sends 255 the machine's heart rate is shown
  bike 0, instantaneousSpeed=0, heartRate=99; heart 0, 255; read 0 -> heartRate=99
4.1 A machine without a signal sends {0|255}
  bike 0, instantaneousSpeed=0, heartRate=99; bike 1000, instantaneousSpeed=0, heartRate={0|255}; read 1000
    -> heartRate=None
4.1 A heart that beats {254 times|256 times} a minute
  packet 0, "heartRateMeasurement", {x("00fe")|x("010001")}; read 0 -> heartRate={254|256}
"""

TABLES = {
    "ride-wheel": WHEEL,
    "ride-crank": CRANK,
    "ride-gaps": GAPS,
    "ride-stops": STOPS,
    "ride-sources": SOURCES,
    "ride-rests": RESTS,
    "ride-averages": AVERAGES,
    "ride-several": SEVERAL,
    "ride-machines": MACHINES,
    "ride-habits": HABITS,
    "ride-cuts": CUTS,
    "ride-pulses": PULSES,
}

SINCE = {
    "ride-rests": SENSORS_SINCE,
    "ride-averages": SENSORS_SINCE,
    "ride-several": SENSORS_SINCE,
    "ride-habits": "5.1.0",
    "ride-cuts": CUTS_SINCE,
    "ride-pulses": CUTS_SINCE,
}


def topics() -> Iterator[Topic]:
    """sensor/ride-*.json"""
    for name, table in TABLES.items():
        topic = Topic("sensor", name)
        ride = RideScript()
        for row in rows(table):
            ride = deepcopy(ride) if row.goes_on else RideScript()
            for text in row.steps:
                given = step(text, vars(script))
                given.call(getattr(ride, given.verb))
            shows = step(f"shows {row.meant}", {})
            if shows.values:
                raise ValueError(f"not a member: {row.title} -> {row.meant}")
            since = {"since": SINCE[name]} if name in SINCE else {}
            topic.sensor_ride(
                row.title, row.clause, ride, shows=shows.members, **since, **row.intent
            )
        yield topic
