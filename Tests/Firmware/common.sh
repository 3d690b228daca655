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
        avr) echo -mmcu=atmega2560 ;;
        lx106) echo -mlongcalls -mtext-section-literals ;;
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

# compile TARGET SOURCE OBJECT OPTION...: also for two machines that only the C port has, with GCC.
compile() {
    local target=$1 source=$2 object=$3 compiler processor
    shift 3
    read -ra processor <<< "$(processor_of "$target")"
    case $target in
        avr) compiler=(avr-gcc -Wconversion) ;;
        lx106) compiler=(xtensa-lx106-elf-gcc -Wconversion) ;;
        *) compiler=("$tools/clang" --target="$(triple_of "$target")") ;;
    esac
    "${compiler[@]}" "${processor[@]}" -std=c99 -Wall -Wextra \
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

# build_runtime TARGET: $work/TARGET/runtime.o, as Sources/Ports/BareMetal/build makes it. The AVR has avr-libc, the
# ESP8266 a ROM.
build_runtime() {
    case $1 in
        avr | lx106) ;;
        *) compile "$1" Sources/Ports/BareMetal/runtime.c "$work/$1/runtime.o" -Oz -fno-builtin ;;
    esac
}

# read_parts: what parts.txt lists, as functions of the headers in ${functions[PART]}; their names in ${parts[@]},
# and the budgets of the Swift core in ${budgets[TARGET/PART]}.
declare -A functions budgets
parts=()
read_parts() {
    local part armv6m armv7em riscv32 wasm32 listed name
    while read -r part armv6m armv7em riscv32 wasm32 listed; do
        [[ $part == '' || $part == '#'* ]] && continue
        parts+=("$part")
        budgets[armv6m/$part]=$armv6m
        budgets[armv7em/$part]=$armv7em
        budgets[riscv32/$part]=$riscv32
        budgets[wasm32/$part]=$wasm32
        for name in $listed; do
            functions[$part]+="${functions[$name]:-$name} "
        done
    done < Tests/Firmware/parts.txt
}

# measure TARGET LIBRARY RUNTIME FUNCTIONS: prints the sizes in flash and in RAM of an image that has these functions.
measure() {
    local target=$1 libraries=("$2" "$3") image=$work/image function roots=()
    if [ "$target" = wasm32 ]; then
        for function in $4; do roots+=(--export="$function"); done
        link wasm32 "$image" "${roots[@]}" "${libraries[@]}"
        # A module does not tell data that changes from constants; the other targets do.
        echo "$(wc -c < "$image") 0"
        return
    fi
    for function in $4; do roots+=(--undefined="$function"); done
    case $target in
        avr) avr-gcc -mmcu=atmega2560 -nostartfiles -Wl,--gc-sections,--entry=0 "${roots[@]/#/-Wl,}" "$2" -o "$image" ;;
        lx106)
            # The ROM has these, wherever they are there.
            for function in memcmp memcpy memmove memset __muldi3 __udivdi3 __udivsi3 __umoddi3 __umodsi3; do
                roots+=(--defsym="$function=0x40000000")
            done
            xtensa-lx106-elf-gcc -nostdlib -Wl,--gc-sections,--entry=0 "${roots[@]/#/-Wl,}" "$2" -lgcc -o "$image"
            ;;
        *)
            "$tools/ld.lld" --gc-sections --entry=0 -L Tests/Firmware/machines \
                -T Tests/Firmware/machines/mps2-an386.ld "${roots[@]}" "${libraries[@]}" -o "$image"
            ;;
    esac
    "$tools/llvm-objdump" --section-headers "$image" | awk -v target="$target" '
        function number(digits,    position, value) {
            for (position = 1; position <= length(digits); position++)
                value = value * 16 + index("123456789abcdef", substr(digits, position, 1))
            return value
        }
        $2 == ".text" || $2 ~ /^\.rodata/ || $2 == ".ARM.exidx" { flash += number($3) }
        $2 ~ /^\.rodata/ && target == "lx106" { ram += number($3) }
        $2 == ".data" { flash += number($3); ram += number($3) }
        $2 == ".bss" { ram += number($3) }
        END { print flash + 0, ram + 0 }'
}
