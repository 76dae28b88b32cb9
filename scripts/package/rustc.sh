#!/bin/sh
# The compiler for packages, as Cargo's workspace wrapper: main.rs is for any processor, so that it can say which one the
# rest needs before anything of that runs. The last of several -C target-cpu holds.
case " $* " in
*" src/main.rs "*) exec "$@" -C target-cpu=x86-64 ;;
*) exec "$@" ;;
esac
