#!/usr/bin/env bash
# Does one shard of a campaign: a task of a Slurm array whose numbers begin with 1.
#
#   sbatch --array=1-400 slurm.sh 400 reports knav campaign --seeds '0..<10000000' --jobs 1
#   knav campaign merge reports/shard-*-of-400.json
#
# The folder must exist, on a file system that all nodes share. Submit it again for shards that were lost,
# for example with --array=7,12: a shard with a report is not done again.
#SBATCH --job-name=knav
#SBATCH --cpus-per-task=1
#SBATCH --time=04:00:00
set -euo pipefail

if [ $# -lt 3 ] || ! [[ $1 =~ ^[1-9][0-9]*$ ]]; then
    echo "usage: slurm.sh SHARDS FOLDER COMMAND…" >&2
    exit 64
fi
shards=$1
folder=$2
shift 2
number=${SLURM_ARRAY_TASK_ID:?is not set: submit this with sbatch --array}
exec "$@" --shard "$number/$shards" --report "$folder/shard-$number-of-$shards.json"
