"""How the phone answers reads: rules P.6 and P.7."""

ROWS = """
P.6 No object yet: Attribute Not Found
  advertising; read -> reject
P.6 No object yet at a later offset: Attribute Not Found
  advertising; read offset=5 -> reject
P.6 Not navigating any more: Invalid Handle
  advertising; stopNavigation; read offset=5 -> reject
P.6 A read {before the end|at the end|past the end|far past the end}, configured empty
  serving ending="empty"; publish SHORT; read offset={15|16|17|600}
P.6 A read {before the end|at the end|past the end|far past the end}, configured invalidOffset
  serving ending="invalidOffset"; publish SHORT; read offset={15|16|17|600}
P.6 A read {before the end|at the end|past the end|far past the end}, configured attributeNotLong
  serving ending="attributeNotLong"; publish SHORT; read offset={15|16|17|600}
P.6 One answer at MTU {0|23|50|185}, configured readPayload
  serving chunkSize="readPayload"; publish LONG; mtuChanged central=1, mtu={0|23|50|185};
    read offset=10 -> answer
P.6 One answer at MTU {0|23|50|185}, configured notificationPayload
  serving chunkSize="notificationPayload"; publish LONG; mtuChanged central=1, mtu={0|23|50|185};
    read offset=10 -> answer
P.6 One answer at MTU {0|23|50|185}, configured smallestPayload
  serving chunkSize="smallestPayload"; publish LONG; mtuChanged central=1, mtu={0|23|50|185};
    read offset=10 -> answer
P.6 The last chunk has what is left
  serving; publish LONG; read offset=90 -> answer
P.6 One answer carries 512 bytes if it can
  serving; connect 2, mtu=600; publish made(512); read 2 -> answer
P.10 Each central is answered with its own MTU
  serving; connect 2, mtu=50; publish LONG; read 2 -> answer
P.6 A read that names the {oldest of ten|oldest of eleven, which is not kept}
  streets {10|11}; read identifier=1
P.6 A read that names {the oldest that is kept of eleven|the newest|one that never was}
  streets 11; read identifier={2|11|99}
P.6 A read that names an identifier at a later offset
  streets 3; read offset=22, identifier=1 -> answer
P.6 A read that names an identifier when there is no object
  advertising; read identifier=1 -> reject
P.7 A read that names an identifier makes no snapshot
  streets 3, serving="snapshotPerRead"; read identifier=1; read offset=22 -> answer
P.6 If two objects have the identifier, the newer one answers
  advertising; publish numbered(5, b"First"); publish numbered(5, b"Second"); read identifier=5
    -> answer
P.6 A read that names a legacy identifier
  advertising layout="legacy"; publish make("legacy", b"Am Park");
    read identifier="6F1C8D42-0B7E-4A93-9E5D-31474A72286B" -> answer
P.7 A later offset after a publication, {newestAlways|snapshotPerRead}
  serving serving="{newestAlways|snapshotPerRead}"; publish LONG; read; publish ANOTHER;
    read offset=22 -> answer
& P.7 Offset 0 after a publication, {newestAlways|snapshotPerRead}
  then read -> answer
& P.7 A later offset without a read at 0, {newestAlways|snapshotPerRead}
  serving serving="{newestAlways|snapshotPerRead}"; publish LONG; read offset=22 -> answer
& P.7 A later offset without a read at 0, after a publication, {newestAlways|snapshotPerRead}
  then publish ANOTHER; read offset=22 -> answer
P.7 The snapshot after {9|10} publications
  snapshot {9|10}; read offset=22 -> answer
P.7 The newest is the snapshot once the snapshot has gone
  then publish ANOTHER; read offset=22 -> answer
P.10 Each central has its own snapshot
  serving serving="snapshotPerRead"; publish LONG; connect 2; read; publish ANOTHER; read 2;
    read offset=22 -> answer
P.10 A central without a place has no snapshot
  serving serving="snapshotPerRead"; publish LONG; read 9; publish ANOTHER; read 9, offset=22
    -> answer
"""
