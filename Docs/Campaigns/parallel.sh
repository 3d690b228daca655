#!/usr/bin/env bash
# Does a campaign in shards with GNU parallel, as many at a time as there are cores, and merges the reports.
#
#   parallel.sh SHARDS FOLDER COMMAND…
#   parallel.sh 400 reports knav campaign --seeds '0..<10000000' --jobs 1
#
# Each shard writes a report into the folder, which is made if it is missing. Run it again after an
# interruption: shards with a report are not done again. HOSTS, such as 'alpha,beta', names other machines for
# GNU parallel's --sshlogin (':' is this one); they need the folder under the same path, and the command.
set -euo pipefail

if [ $# -lt 3 ] || ! [[ $1 =~ ^[1-9][0-9]*$ ]]; then
    echo "usage: parallel.sh SHARDS FOLDER COMMAND…" >&2
    exit 64
fi
shards=$1
mkdir -p "$2"
folder=$(realpath "$2")
shift 2

# A shard that finds a broken promise fails, and the others go on; merging tells what all have found.
seq "$shards" | parallel --will-cite --quote --sshlogin "${HOSTS:-:}" \
    "$@" --shard "{}/$shards" --report "$folder/shard-{}-of-$shards.json" > /dev/null || true
exec "$1" campaign merge "$folder"/shard-*-of-"$shards".json
