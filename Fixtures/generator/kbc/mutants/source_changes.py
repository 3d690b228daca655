"""Faults that a machine makes: one place at a time in the source of the models is changed, so that they keep another rule."""

from __future__ import annotations

import ast
import importlib
import inspect
import types
from collections.abc import Iterator
from typing import Any, NamedTuple

from ..evaluate import OPERATIONS
from ..planting import Plant
from .mutant import Mutant

# The models, and the layers whose operations they answer.
MODELS = {
    model: layers.split()
    for layers, models in {
        "codec notification distance": "reference",
        "reassembly session/central": "reassembly",
        "session": "sessions.machine",
        "session/central": (
            "sessions.central sessions.central_base sessions.central_reads"
        ),
        "session/peripheral": "sessions.peripheral",
        "sensor": (
            "sensors.calculator sensors.control sensors.counter sensors.fec "
            "sensors.flagged sensors.plain sensors.record sensors.series "
            "sensors.values sensors.wire"
        ),
        "pairing/client": ("pairing.client pairing.client_link pairing.client_search"),
        "pairing": "pairing.end",
        "pairing/server": ("pairing.server pairing.server_life pairing.server_links"),
        "watch": (
            "watch.answers watch.decoding watch.encoding watch.links watch.navigation "
            "watch.wire"
        ),
        "watch/session": (
            "watch.session.base watch.session.devices watch.session.model "
            "watch.session.records"
        ),
    }.items()
    for model in models.split()
}
OTHER_OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
OTHER_FUNCTIONS = {"max": "min", "min": "max", "any": "all", "all": "any"}
DOES_SOMETHING = (ast.Expr, ast.Assign, ast.AugAssign, ast.If, ast.Raise)


class _Edit(NamedTuple):
    """A change of a tree, which can be taken back."""

    node: ast.AST
    what: str
    member: str
    value: Any


def mutants() -> Iterator[Mutant]:
    """Every change of every model."""
    for name, layers in MODELS.items():
        module = importlib.import_module(f"kbc.{name}")
        operations = tuple(
            operation
            for operation, entry in OPERATIONS.items()
            if any(f"{entry.layer}/".startswith(f"{layer}/") for layer in layers)
        )
        for what, plant in [*_of_functions(module), *_of_constants(module)]:
            file = f"{name.replace('.', '/')}.py"
            yield Mutant(f"{file}: {what}", operations, (plant,), is_by_machine=True)


def _of_constants(module: types.ModuleType) -> Iterator[tuple[str, Plant]]:
    """Each whole number that the module names, one more and one less."""
    for name, value in vars(module).items():
        if name.isupper() and type(value) is int:
            for other in (value - 1, value + 1):
                yield f"{name} is {other}", Plant(module, name, other)


def _of_functions(module: types.ModuleType) -> Iterator[tuple[str, Plant]]:
    """Every change of every function of the module."""
    for name, node, alone in _definitions(ast.parse(inspect.getsource(module))):
        function = _function(module, name)
        if function.__closure__:
            continue  # its code can't be given to the function
        for edit in _edits(node):
            original = getattr(edit.node, edit.member)
            setattr(edit.node, edit.member, edit.value)
            code = compile(ast.fix_missing_locations(alone), module.__name__, "exec")
            setattr(edit.node, edit.member, original)
            line = getattr(edit.node, "lineno", node.lineno)
            plant = Plant(function, "__code__", _code(code, name))
            yield f"{line}: {name}: {edit.what}", plant


def _definitions(
    tree: ast.Module,
) -> Iterator[tuple[str, ast.FunctionDef, ast.Module]]:
    """The functions and methods of a module with their qualified names, and each alone in a module."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node, ast.Module([node], [])
        elif isinstance(node, ast.ClassDef):
            for member in node.body:
                if isinstance(member, ast.FunctionDef):
                    around = ast.ClassDef(node.name, [], [], [member], [])
                    ast.copy_location(around, member)
                    name = f"{node.name}.{member.name}"
                    yield name, member, ast.Module([around], [])


def _function(module: types.ModuleType, name: str) -> Any:
    """The function that has a qualified name; a property's is the one that reads it."""
    value: Any = module
    for part in name.split("."):
        value = vars(value)[part]
    return value.fget if isinstance(value, property) else value


def _code(code: types.CodeType, name: str) -> types.CodeType:
    """The code of the function that has a qualified name."""
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            if constant.co_qualname == name:
                return constant
            if name.startswith(f"{constant.co_qualname}."):
                return _code(constant, name)
    raise ValueError(f"no function {name}")


def _edits(function: ast.FunctionDef) -> Iterator[_Edit]:
    for statement in function.body:
        for node in ast.walk(statement):
            yield from _expression_edits(node)
    for node in ast.walk(function):
        for member in ("body", "orelse"):
            statements = getattr(node, member, None)
            if isinstance(statements, list):
                yield from _statement_edits(node, member, statements)


def _expression_edits(node: ast.AST) -> Iterator[_Edit]:
    match node:
        case ast.Compare(ops=[operator]) if type(operator) in OTHER_OPERATORS:
            other = OTHER_OPERATORS[type(operator)]()
            yield _Edit(node, f"another comparison in {_text(node)}", "ops", [other])
        case ast.BinOp(op=operator) | ast.BoolOp(op=operator):
            if type(operator) in OTHER_OPERATORS:
                other = OTHER_OPERATORS[type(operator)]()
                yield _Edit(node, f"another operator in {_text(node)}", "op", other)
        case ast.Constant(value=bool(value)):
            yield _Edit(node, f"not {value}", "value", not value)
        case ast.Constant(value=int(value)):
            yield _Edit(node, f"{value + 1}, not {value}", "value", value + 1)
        case ast.Name(id=name) if name in OTHER_FUNCTIONS:
            other = OTHER_FUNCTIONS[name]
            yield _Edit(node, f"{other}, not {name}", "id", other)
    if isinstance(node, ast.BoolOp):
        nothing = ast.Constant(isinstance(node.op, ast.And))
        for place, value in enumerate(node.values):
            rest = [*node.values[:place], nothing, *node.values[place + 1 :]]
            what = f"without {_text(value)} in {_text(node)}"
            yield _Edit(node, what, "values", rest)
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        for value in (True, False):
            what = f"{_text(node.test)} is taken for {value}"
            yield _Edit(node, what, "test", ast.Constant(value))


def _statement_edits(
    node: ast.AST, member: str, statements: list[ast.stmt]
) -> Iterator[_Edit]:
    for place, statement in enumerate(statements):
        if not isinstance(statement, DOES_SOMETHING) or _is_text(statement):
            continue
        before, rest = statements[:place], statements[place + 1 :]
        what = f"without {_text(statement)}"
        yield _Edit(node, what, member, [*before, *(rest or [ast.Pass()])])
        if rest:
            what = f"{_text(rest[0])} before {_text(statement)}"
            swapped = [*before, rest[0], statement, *rest[1:]]
            yield _Edit(node, what, member, swapped)


def _is_text(statement: ast.stmt) -> bool:
    """Whether a statement is a doc comment."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _text(node: ast.AST) -> str:
    """The first line of what a node says."""
    return ast.unparse(node).splitlines()[0]
