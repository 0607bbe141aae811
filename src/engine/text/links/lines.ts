/** A place in a line of Markdown; columns count tabs as CommonMark does (stops every four). */
export interface Cursor {
  text: string;
  at: number;
  /** One past the last code unit of the line, its line end left out. */
  end: number;
  column: number;
  /** Columns of the last tab that are not used up yet. */
  spare: number;
}

/** The lines of a text from an offset on; `\n`, `\r\n` and `\r` end a line. */
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

/** White space ahead: its width in columns and the code unit behind it. */
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

/** Whether nothing but white space is left of the line. */
export function isBlank(cursor: Cursor): boolean {
  return indentOf(cursor).next >= cursor.end;
}

/** Moves over columns of white space, at most; a list marker of `marker` code units on the way counts by its length. */
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
