"""The bugs of sensors that vectors are meant to catch, each explained once (clause 9)."""

from ..explained import explained

SENSOR_FLAGS = explained("""
checksumAdds: checksum
  The checksum of FE-C adds the bytes up, all but the first: right frames are refused, and wrong ones are sent.
checksumWithoutFirstByte: checksum
  The checksum of FE-C leaves out the first byte: right frames are refused, and wrong ones are sent.
fourBitEquipment: mask
  The type of equipment of FE-C has four bits: a trainer, 25, becomes 9.
twoBitState: mask
  The state of FE-C has two bits: finished becomes unknown.
speedFlagLikeTheOthers: flag
  Bit 0 of Indoor Bike Data is read like the others: the speed is looked for where there is none, and taken for
  the next field where it is.
cadenceFlagInverted: flag
  Bit 2 of Indoor Bike Data announces the cadence when it is 0, as a table of FTMS 1.0 says: all fields after it
  are wrong.
cadenceFlagTrusted: flag
  Bit 2 of Indoor Bike Data is believed of machines that invert it: all fields after the cadence are wrong.
metabolicEquivalentInOnes: unit
  The metabolic equivalent is taken for ones, not for tenths: 10.5 is shown as 105.
resistanceInOneByte: fixedSize
  The resistance level of Indoor Bike Data is read as one byte: the power after it is wrong.
startIsSix: opCode
  A machine is started with op code 6, which sets a target heart rate: it does not start.
shortValueAccepted: missingLengthCheck
  Fields that are announced and missing are left out without a word: a torn value looks like one of a sensor
  that does not measure them.
cutValueRefused: fixedSize
  A value that is cut at 20 bytes is refused with all its whole fields: such a machine shows nothing.
crankNeverRollsOver: rollOver
  A crank's count that went down is refused: each roll-over costs a cadence.
powerWheelClock1024: unit
  The wheel's clock of Cycling Power is taken for 1/1024 s: half the speed.
wheelClock2048: unit
  The wheel's clock of CSC is taken for 1/2048 s: twice the speed.
oneByteCount: droppedByte
  One byte of the wheel's count is read, and its event time is taken for the time of a revolution: above 100
  km/h at an easy pace.
zeroAtOnce: standstill
  The speed is zero at the first notification without a revolution: that of a slow wheel flickers.
neverZero: standstill
  The last speed stays for ever after the wheel has stopped.
recordsApart: missingCheck
  A part of a record of Indoor Bike Data is shown before the rest has come: its values belong to another speed.
""")
