# shellcheck shell=bash disable=SC2034,SC2154
# Shared by the scripts here: targets, tools, and the two implementations of the headers as libraries.
# Source it with the repository as the working directory; $work is a directory to build in.

tools=$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
tools=${tools%/lib/swift}/bin

# `KNAV_TARGETS` chooses some.
read -ra targets <<< "${KNAV_TARGETS:-armv6m armv7em riscv32 wasm32}"

triple_of() {
    case $1 in
        wasm32) echo wasm32-unknown-none-wasm ;;
        *) echo "$1-none-none-eabi" ;;
    esac
}

# The options that tell clang which processor it is.
processor_of() {
    case $1 in
        armv6m) echo -mcpu=cortex-m0 ;;
        armv7em) echo -mcpu=cortex-m4 -mfloat-abi=soft ;;
        riscv32) echo -march=rv32imac -mabi=ilp32 ;;
        wasm32) ;;
    esac
}

# What the target's image runs on.
machine_of() {
    case $1 in
        armv6m) echo microbit ;;
        armv7em) echo mps2-an386 ;;
        riscv32) echo virt ;;
        wasm32) echo wasmkit ;;
    esac
}

# compile TARGET SOURCE OBJECT OPTION...
compile() {
    local target=$1 source=$2 object=$3 processor
    shift 3
    read -ra processor <<< "$(processor_of "$target")"
    "$tools/clang" --target="$(triple_of "$target")" "${processor[@]}" -std=c99 -Wall -Wextra \
        -Wpedantic -Werror -Os -ffreestanding -ffunction-sections -fdata-sections \
        -ISources/CKnav/include "$@" -c "$source" -o "$object"
}

# link TARGET IMAGE OPTION...: an image for the target's machine.
link() {
    local target=$1 image=$2
    shift 2
    case $target in
        wasm32)
            "$tools/wasm-ld" --no-entry --gc-sections --fatal-warnings --lto-O2 -O2 --strip-all \
                --stack-first -z stack-size=16384 "$@" -o "$image"
            ;;
        *)
            "$tools/ld.lld" --gc-sections --fatal-warnings -L Tests/Firmware/machines \
                -T "Tests/Firmware/machines/$(machine_of "$target").ld" "$@" -o "$image"
            ;;
    esac
}

# build_swift TARGET: $work/TARGET/swift/libknav.a and the runtime. In KNAV_KEPT, scripts find what others have built.
build_swift() {
    local kept=${KNAV_KEPT:-$work/kept}/$1
    [ -d "$kept" ] || Sources/Ports/BareMetal/build "$(triple_of "$1")" "$kept"
    mkdir -p "$work/$1"
    ln -s "$kept" "$work/$1/swift"
}

# build_c TARGET: $work/TARGET/c/libknav.a, with the sources that the port's makefile names.
build_c() {
    local directory=$work/$1/c sources source
    mkdir -p "$directory"
    read -ra sources <<< "$(make -s -C Sources/Ports/C print-library)"
    for source in "${sources[@]}"; do
        compile "$1" "Sources/Ports/C/$source" "$directory/${source%.c}.o"
    done
    "$tools/llvm-ar" rcs "$directory/libknav.a" "$directory"/*.o
}
