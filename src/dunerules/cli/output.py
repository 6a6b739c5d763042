"""Files that commands write: all of them, whole, or none."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EACCES, EISDIR
from pathlib import Path
from secrets import token_hex

from dunerules.engine.errors import DunerulesError


class OutputError(DunerulesError):
    """A file cannot be written."""

    def __init__(self, path: str, error: OSError) -> None:
        self.path = path
        super().__init__(f"{path}: cannot be written: {error.strerror}.")


class Draft:
    """The text of a file before it is in its place; without a path it goes nowhere."""

    def __init__(self, path: str | None) -> None:
        self.path = path or ""
        self.text: str | None = None
        self._place = Path(os.path.realpath(self.path))
        self._beside: Path | None = None
        if path is None:
            return
        try:
            self._open()
        except OSError as error:
            raise OutputError(self.path, error) from None

    def write(self, text: str) -> None:
        """Set the whole text; the file appears when all drafts are done."""
        self.text = text

    def _open(self) -> None:
        """Prove that the file can be written, by an empty one beside it."""
        if not self.path or self._place.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        if self._place.exists():
            if not os.access(self._place, os.W_OK):
                raise PermissionError(EACCES, os.strerror(EACCES))
            if not self._place.is_file():
                return  # a device or a pipe: it is written to, never replaced
        beside = self._place.with_name(f".dunerules-{token_hex(8)}.tmp")
        beside.touch(exist_ok=False)
        self._beside = beside

    def prepare(self) -> None:
        """Write the text beside its place, where a full disk harms nothing."""
        if self._beside is not None and self.text is not None:
            self._beside.write_text(self.text, encoding="utf-8", newline="\n")
            if self._place.exists():
                shutil.copymode(self._place, self._beside)

    def publish(self) -> None:
        """Put the file in its place."""
        if self.text is None or not self.path:
            return
        if self._beside is None:
            self._place.write_text(self.text, encoding="utf-8", newline="\n")
        else:
            os.replace(self._beside, self._place)

    def discard(self) -> None:
        """Leave nothing behind; harmless after `publish`."""
        if self._beside is not None:
            with suppress(OSError):
                self._beside.unlink()


@contextmanager
def drafts(*paths: str | None) -> Iterator[tuple[Draft, ...]]:
    """Drafts of files, written when the block ends well; raises an OutputError at once for one that cannot be."""
    opened: list[Draft] = []
    try:
        for path in paths:
            opened.append(Draft(path))
        yield tuple(opened)
        for step in (Draft.prepare, Draft.publish):
            for draft in opened:
                try:
                    step(draft)
                except OSError as error:
                    raise OutputError(draft.path, error) from None
    finally:
        for draft in opened:
            draft.discard()
