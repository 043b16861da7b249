"""From LLVM's language to machine code in this process."""

from __future__ import annotations

import ctypes
from contextlib import AbstractContextManager, nullcontext

import pytest
from rulewright.interpreter.native import assembly as ir
from rulewright.interpreter.native.compiling import (
    LEVELS,
    InvalidModuleError,
    Level,
    MachineCode,
    compile_image,
    compiled,
)


def doubling(factor: int = 2) -> ir.Module:
    """A module with one function, `product(x) = x * factor`."""
    module = ir.Module("test")
    word = ir.IntType(64)
    function = ir.Function(module, ir.FunctionType(word, [word]), "product")
    builder = ir.IRBuilder(function.append_basic_block())
    builder.ret(builder.mul(function.args[0], ir.Constant(word, factor)))
    return module


def call(code: MachineCode, value: int) -> int:
    result: int = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(code.address("product"))(value)
    return result


@pytest.mark.parametrize("level", LEVELS)
def test_a_module_becomes_functions(level: Level) -> None:
    code = compiled(doubling(), level)
    assert call(code, 21) == 42
    assert call(compiled(str(doubling(-3)), level), 5) == -15, "its text does as well"


def test_an_image_is_linked_again() -> None:
    image = compile_image(doubling(), "light")
    one, two = MachineCode(image), MachineCode(image)
    assert call(one, 4) == call(two, 4) == 8
    del one
    assert call(two, 5) == 10


def test_a_missing_function_is_named() -> None:
    with pytest.raises(LookupError, match="no function sum"):
        compiled(doubling(), "light").address("sum")


@pytest.mark.parametrize("text", ["no module", "define i64 @product(i64 %x) { ret i32 1 }"])
def test_what_llvm_does_not_accept_is_an_error(text: str) -> None:
    with pytest.raises(InvalidModuleError):
        compile_image(text, "light")


@pytest.mark.parametrize("number", range(3))
def test_compiling_can_be_given_up_between_stages(number: int) -> None:
    class GivenUpError(Exception):
        pass

    stages = iter([None] * number)

    def stage() -> AbstractContextManager[object]:
        if next(stages, "stop") == "stop":
            raise GivenUpError
        return nullcontext()

    with pytest.raises(GivenUpError):
        compile_image(doubling(), "full", stage)


def test_the_same_module_gives_the_same_image() -> None:
    assert compile_image(doubling(), "full") == compile_image(doubling(), "full")
    assert compile_image(doubling(), "full") != compile_image(doubling(3), "full")
