"""From a module of LLVM's intermediate language to machine code in this process.

Two pipelines, measured on the games that ship: "light" makes code within a tenth of a second for most games, and two
or three for the largest; "full" takes up to twice as long, and its code is about a fifth faster. Large modules do
without what gains least for its time. Both compile for the processor of this machine. Linking an image that is at
hand takes a few milliseconds.

Threads may compile simultaneously; LLVM takes turns. The code is freed with the last `MachineCode` that refers to it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from typing import Literal

import attrs
import llvmlite
import llvmlite.binding as llvm

from .assembly import Module

Level = Literal["light", "full"]
LEVELS: tuple[Level, ...] = ("light", "full")

PIPELINES: dict[Level, str] = {
    "light": "inline sroa simplify-cfg instcombine simplify-cfg; instructions 1",
    "full": "O2 unrolled, or O1; instructions 2",
}
"""What each level does, for the key of the cache: change the text together with the pipeline."""

LARGE = 1_000_000
"""A module whose text is longer is a large one: -O2 would take half as long again as -O1, for code that is a few
percent faster."""

Stage = Callable[[], AbstractContextManager[object]]
"""Surrounds each stretch of work inside LLVM, of a second or so at most with "light" and a few with "full". Entering
may raise to give up."""


class InvalidModuleError(ValueError):
    """LLVM does not accept the module; the message is LLVM's own."""


class MachineCode:
    """Functions in memory that can be called; `image` is the object file that they were linked from."""

    def __init__(self, image: bytes) -> None:
        """Links an image that `compile_image` has made on a machine like this one. Anything else, even an image with
        one bit changed, may end the process: whoever keeps images checks them before."""
        self.image = image
        # MCJIT owns the empty module, and LLVM resolves the image's references to functions of libc in this process.
        self._linker = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target_machine(2))
        self._linker.add_object_file(llvm.ObjectFileRef.from_data(image))
        self._linker.finalize_object()

    def address(self, name: str) -> int:
        """Where a function begins, for ctypes. Keep the `MachineCode` as long as you call it. Raises LookupError."""
        found: int = self._linker.get_function_address(name)
        if not found:
            raise LookupError(f"the machine code has no function {name}")
        return found


@attrs.frozen
class Host:
    """What machine code depends on besides the module: the compiler and the processor."""

    llvmlite: str
    llvm: str
    triple: str
    cpu: str
    features: str


@cache
def host() -> Host:
    """This machine, with its compiler."""
    version = ".".join(map(str, llvm.llvm_version_info))
    features = llvm.get_host_cpu_features().flatten()
    return Host(llvmlite.__version__, version, llvm.get_process_triple(), llvm.get_host_cpu_name(), features)


@cache
def _ready() -> None:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


def _target_machine(effort: int) -> llvm.TargetMachine:
    """A code generator for this machine; `effort` is 0 to 3."""
    _ready()
    here = host()
    target = llvm.Target.from_triple(here.triple)
    return target.create_target_machine(cpu=here.cpu, features=here.features, opt=effort, jit=True)


def compile_image(module: Module | str, level: Level, stage: Stage = nullcontext) -> bytes:
    """An object file for this machine. Raises `InvalidModuleError`, and what `stage` raises."""
    text = str(module)
    with stage():
        _ready()
        machine = _target_machine(1 if level == "light" else 2)
        try:
            parsed = llvm.parse_assembly(text)
            parsed.verify()
        except RuntimeError as error:
            raise InvalidModuleError(str(error)) from None
    with stage():
        if level == "light":
            _light(parsed, machine)
        else:
            _full(parsed, machine, len(text) > LARGE)
    with stage():
        image: bytes = machine.emit_object(parsed)
    return image


def _light(module: llvm.ModuleRef, machine: llvm.TargetMachine) -> None:
    """Registers instead of memory, and simpler instructions: these passes gain most for their time. The second takes
    less than it saves when instructions are selected."""
    passes = llvm.create_new_module_pass_manager()
    passes.add_always_inliner_pass()
    passes.add_sroa_pass()
    passes.add_simplify_cfg_pass()
    passes.add_instruction_combine_pass()
    passes.add_simplify_cfg_pass()
    passes.run(module, llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=1)))


def _full(module: llvm.ModuleRef, machine: llvm.TargetMachine, is_large: bool) -> None:
    """All that -O2 does but vectors: loops are short, and filling vectors for them costs more than it gains. For
    large modules, what -O1 does with the inlining of -O2."""
    options = llvm.create_pipeline_tuning_options(speed_level=1 if is_large else 2)
    options.inlining_threshold = 225
    options.loop_unrolling = not is_large
    options.loop_vectorization = options.slp_vectorization = options.loop_interleaving = False
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)


def compiled(module: Module | str, level: Level) -> MachineCode:
    """The machine code of a module. Raises `InvalidModuleError`."""
    return MachineCode(compile_image(module, level))
