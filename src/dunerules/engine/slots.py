"""How the changes that several modules make to one procedure become one list of steps.

Every declared entry and every insertion is a *slot*. A replaced slot keeps its place and answers to both names; a
removed one stays as a place, so that positions do not depend on what is done first. A moved step leaves such a place
too: what others have put beside it stays there, and its name still means that place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise

from attrs import define, field, frozen

from dunerules.engine.declarations import LAYERS, ProcedureDeclaration, StepChange
from dunerules.engine.errors import Problem, nearest
from dunerules.engine.ordering import latest, named, place, settling, unordered
from dunerules.engine.origin import Origin, Precedence


@frozen(eq=False)
class Change:
    """A well-formed change and who makes it."""

    origin: Origin
    step: StepChange
    moving: bool = False
    """Whether it is a half of a move: the removal, or the insertion."""

    @property
    def anchor(self) -> str:
        """The step that must be there for the change to make sense."""
        step = self.step
        return step.after or step.before or step.replace or step.remove

    def problem(self, message: str, hint: str = "") -> Problem:
        """A problem with the anchor of this change."""
        keys = ("after", "before") if self.step.insert else ("replace", "remove")
        key = next(key for key in keys if getattr(self.step, key))
        key = "move" if self.moving and key == "remove" else key
        return self.origin.at(f"{self.origin.path}.{key}" if self.origin.path else key).problem(message, hint)


def changes_of(origin: Origin, step: StepChange) -> tuple[Change, ...]:
    """A change as slots know it: a move is a removal and an insertion."""
    if not step.move:
        return (Change(origin, step),)
    where = StepChange(step.procedure, insert=step.move, after=step.after, before=step.before, cites=step.cites)
    return Change(origin, StepChange(step.procedure, remove=step.move), True), Change(origin, where, True)


@define(eq=False)
class _Slot:
    """A place in a procedure."""

    name: str
    """What stands here; empty after a removal."""
    depth: int = 0
    """0 for a declared entry; an insertion is one deeper than its anchor."""
    removed_by: Origin | None = None
    gone: dict[str, Origin] = field(factory=dict)
    """Names that stood here, or would have, and who replaced them."""


Names = Mapping[str, list[_Slot]]


def compose_steps(
    procedure: str,
    declaration: ProcedureDeclaration,
    changes: Sequence[Change],
    precedence: Precedence,
    problems: list[Problem],
) -> tuple[str, ...]:
    """The steps of one procedure after all changes; what is wrong is added to ``problems``."""
    declared = [_Slot(entry) for entry in declaration.steps]
    names, inserted = _resolve(declared, changes)
    sound = []
    for change in changes:
        wrong = _misplaced(procedure, change, names) or _kept(declaration, change)
        if wrong is None:
            sound.append(change)
        else:
            problems.append(wrong)
    _replace(procedure, sound, names, precedence, problems)
    placed = []
    for change in sound:
        slot = names[change.anchor][0]
        remover = slot.removed_by
        if change.step.insert and remover is not None and not _overrules(remover, change.origin, precedence):
            message = f'"{change.anchor}" is no longer in the procedure "{procedure}": {named(remover)} removed it.'
            problems.append(change.problem(message))
        elif change.step.insert:
            placed.append((change, slot, inserted[change]))
    return tuple(slot.name for slot in _lay_out(procedure, declared, placed, precedence, problems) if slot.name)


def _overrules(remover: Origin, inserter: Origin, precedence: Precedence) -> bool:
    """Whether what was inserted beside a removed step stays: a ruleset removes a step without what stands beside it."""
    if remover.name == inserter.name or remover.layer != LAYERS[-1]:
        return remover.name == inserter.name
    return inserter.layer != LAYERS[-1] or precedence.later(remover.name, inserter.name)


def _resolve(declared: Sequence[_Slot], changes: Sequence[Change]) -> tuple[Names, dict[Change, _Slot]]:
    """All names of all slots: a name may become known by another module's insertion or replacement."""
    names: dict[str, list[_Slot]] = {}
    for slot in declared:
        names.setdefault(slot.name, []).append(slot)
    inserted: dict[Change, _Slot] = {}
    growing = True
    while growing:
        growing = False
        for change in changes:
            anchors = names.get(change.anchor, [])
            if change.step.insert and anchors and change not in inserted:
                new = [inserted.setdefault(change, _Slot(change.step.insert, anchors[0].depth + 1))]
            elif change.step.replace:
                new = [slot for slot in anchors if slot not in names.get(change.step.by, [])]
            else:
                continue
            if not change.moving:
                names.setdefault(change.step.insert or change.step.by, []).extend(new)
            growing = growing or bool(new)
    return names, inserted


def _misplaced(procedure: str, change: Change, names: Names) -> Problem | None:
    slots = names.get(change.anchor, [])
    if not slots:
        message = f'"{change.anchor}" is not in the procedure "{procedure}".'
        return change.problem(message, nearest(change.anchor, names))
    if len(slots) > 1:
        message = f'"{change.anchor}" stands {len(slots)} times in the procedure "{procedure}", so it is no sure place.'
        return change.problem(message, "Name a step that stands there once.")
    return None


def _kept(declaration: ProcedureDeclaration, change: Change) -> Problem | None:
    """A step that its procedure keeps may be moved and replaced, and not be taken out."""
    reason = declaration.keep.get(change.step.remove)
    if reason is None or change.moving:
        return None
    message = f'"{change.step.remove}" cannot be taken out of the procedure "{declaration.id}": {reason}.'
    return change.problem(message)


def _replace(
    procedure: str, changes: Sequence[Change], names: Names, precedence: Precedence, problems: list[Problem]
) -> None:
    """Carry out replacements and removals: of those that name the same step, the latest counts."""
    pending: dict[tuple[int, str], list[Change]] = {}
    slots: dict[int, _Slot] = {}
    for change in changes:
        if not change.step.insert:
            slot = names[change.anchor][0]
            slots[id(slot)] = slot
            pending.setdefault((id(slot), change.anchor), []).append(change)
    for slot in slots.values():
        while rivals := pending.pop((id(slot), slot.name), None):
            winner = _latest_change(procedure, slot.name, rivals, precedence, problems)
            for change in rivals:
                if change is not winner and change.step.by:
                    slot.gone[change.step.by] = winner.origin
            slot.gone[slot.name] = winner.origin
            slot.removed_by = winner.origin if winner.step.remove else None
            slot.name = winner.step.by
    for (key, name), rivals in pending.items():
        for change in rivals:
            slot = slots[key]
            by = slot.gone.get(name) or slot.removed_by
            done = f": {named(by)} took it out" if by else ""
            problems.append(change.problem(f'"{name}" is no longer in the procedure "{procedure}"{done}.'))


def _latest_change(
    procedure: str, name: str, rivals: Sequence[Change], precedence: Precedence, problems: list[Problem]
) -> Change:
    last = latest([change.origin for change in rivals], precedence)
    for one, other in unordered(last, precedence):
        message = (
            f'{named(one)} and {named(other)} both replace or remove "{name}" in the procedure "{procedure}" '
            "and nothing orders them."
        )
        problems.append(one.problem(message, settling(one, other)))
    ordered = sorted(rivals, key=lambda change: place(change.origin, precedence))
    for one_change, other_change in pairwise(ordered):
        if one_change.origin.name == other_change.origin.name:
            message = f'"{name}" is replaced or removed twice, here and in {one_change.origin.path}.'
            problems.append(other_change.problem(message, "Keep one of them."))
    return ordered[-1]


Placed = tuple[Change, _Slot, _Slot]


def _lay_out(
    procedure: str,
    declared: Sequence[_Slot],
    placed: Sequence[Placed],
    precedence: Precedence,
    problems: list[Problem],
) -> list[_Slot]:
    """Put insertions in: first those next to declared entries, then those next to these, and so on."""
    line = list(declared)
    for _, level in groupby(sorted(placed, key=lambda one: one[2].depth), key=lambda one: one[2].depth):
        gaps: dict[int, list[tuple[int, Placed]]] = {}
        for change, anchor, slot in level:
            if anchor not in line:  # it was refused itself
                continue
            at = line.index(anchor) + (1 if change.step.after else 0)
            # A removed entry separates nothing, so the gap is counted in entries that are still there. One that a
            # ruleset removes was there for the modules that put steps beside it, and orders them still.
            gap = sum(1 for before in line[:at] if before.name or _removed_by_ruleset(before))
            gaps.setdefault(gap, []).append((at, (change, anchor, slot)))
        grown = list(line)
        for _, inside in sorted(gaps.items(), reverse=True):
            problems.extend(_contested(procedure, [one[0] for _, one in inside], precedence))
            first = min(at for at, _ in inside)
            grown[first:first] = [
                one[2] for _, one in sorted(inside, key=lambda pair: _order(pair[0], pair[1], precedence))
            ]
        line = grown
    return line


def _removed_by_ruleset(slot: _Slot) -> bool:
    return slot.removed_by is not None and slot.removed_by.layer == LAYERS[-1]


def _order(at: int, placed: Placed, precedence: Precedence) -> tuple[object, ...]:
    """Inside a gap: later origins further along; of one origin, by position, then in the order of its file."""
    change = placed[0]
    rank, name, file, path = place(change.origin, precedence)
    return (rank, name, file, at, bool(change.step.before), path)


def _contested(procedure: str, changes: Sequence[Change], precedence: Precedence) -> Iterator[Problem]:
    by_name = {change.origin.name: change for change in reversed(changes)}
    for one, other in unordered((change.origin for change in changes), precedence):
        first, second = by_name[one.name].step, by_name[other.name].step
        where = _where(first) if _where(first) == _where(second) else f"{_where(first)} and {_where(second)}"
        message = (
            f'{named(one)} and {named(other)} both insert a step {where} in the procedure "{procedure}" '
            "and nothing orders them."
        )
        yield one.problem(message, settling(one, other))


def _where(step: StepChange) -> str:
    return f'after "{step.after}"' if step.after else f'before "{step.before}"'
