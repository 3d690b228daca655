#!/bin/bash -eu
# Builds the fuzz targets for OSS-Fuzz and ClusterFuzzLite: for each one $OUT/TARGET, the inputs from which it
# starts, and its options. It takes $SRC, $WORK, $OUT, $SANITIZER and $LIB_FUZZING_ENGINE as OSS-Fuzz sets them.
#
#   build.sh [TARGET…]   all of them, unless some are named
#
# .ci/fuzz builds its targets in this way too.
cd "$SRC/komoot-nav"

# The targets run where there is no Swift.
flags=(-static-stdlib -g)
# Only in OSS-Fuzz's image. It puts a program into $OUT that shows Swift's names.
# shellcheck source=/dev/null
if command -v precompile_swift > /dev/null; then . precompile_swift; fi

targets=("$@")
if [ ${#targets[@]} -eq 0 ]; then
    for file in Tests/Fuzz/*Fuzzer.swift; do targets+=("$(basename "$file" .swift)"); done
fi
if [ ! -d "$WORK/corpus" ]; then Tests/Fuzz/corpus "$WORK/corpus"; fi
for target in "${targets[@]}"; do
    Tests/Fuzz/build "$OUT" "$target" "${flags[@]}"
    rm -f "$OUT/${target}_seed_corpus.zip"
    zip -jqr "$OUT/${target}_seed_corpus.zip" "$WORK/corpus/$target"
    cp Tests/Fuzz/options "$OUT/$target.options"
done
