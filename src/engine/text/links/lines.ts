/** A position in a line of Markdown. Columns count tabs as CommonMark does, with tab stops every four columns. */
export interface Cursor {
  text: string;
  at: number;
  /** Offset after the last code unit of the line, without its line ending. */
  end: number;
  column: number;
  /** Remaining columns of a tab that was only partly skipped. */
  spare: number;
}

/** Yields the lines of a text from an offset. `\n`, `\r\n` and `\r` end a line. */
export function* linesOf(text: string, from: number): Generator<Cursor> {
  const lineEnd = /\r\n|\n|\r/g;
  let at = from;
  while (at < text.length) {
    lineEnd.lastIndex = at;
    const match = lineEnd.exec(text);
    const end = match ? match.index : text.length;
    yield { text, at, end, column: 0, spare: 0 };
    at = match ? end + match[0].length : end;
  }
}

/** Returns the width of the white space at the cursor in columns, and the offset after it. */
export function indentOf(cursor: Cursor): { columns: number; next: number } {
  let { at: next, column } = cursor;
  for (; next < cursor.end; next += 1) {
    const letter = cursor.text[next];
    if (letter === ' ') column += 1;
    else if (letter === '\t') column += 4 - (column % 4);
    else break;
  }
  return { columns: cursor.spare + column - cursor.column, next };
}

/** Reports whether the rest of the line is white space. */
export function isBlank(cursor: Cursor): boolean {
  return indentOf(cursor).next >= cursor.end;
}

/**
 * Skips at most `columns` columns of white space and of a list marker. The marker has `marker` code units, each of
 * which counts as one column.
 */
export function skipColumns(cursor: Cursor, columns: number, marker = 0): void {
  let left = columns;
  let letters = marker;
  while (left > 0 && (cursor.spare > 0 || cursor.at < cursor.end)) {
    if (cursor.spare > 0) {
      const used = Math.min(left, cursor.spare);
      cursor.spare -= used;
      left -= used;
      continue;
    }
    const letter = cursor.text[cursor.at];
    if (letter !== ' ' && letter !== '\t') {
      if (letters === 0) return;
      letters -= 1;
    }
    const width = letter === '\t' ? 4 - (cursor.column % 4) : 1;
    cursor.at += 1;
    cursor.column += width;
    cursor.spare = width - 1;
    left -= 1;
  }
}
