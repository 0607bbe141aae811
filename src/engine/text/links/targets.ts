/** Range of the source of a link's destination, and the end of the link. */
export interface Target {
  start: number;
  end: number;
  /** Offset after the link or the definition, such as after `)`. */
  after: number;
}

const space = /[ \t]*(?:\n[ \t]*)?/y;
const angled = /<((?:[^<>\n\\]|\\.)*)>/y;
const title = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\((?:[^()\\]|\\[\s\S])*\)/y;

/** Maximum nesting depth of parentheses in a destination. CommonMark requires at least this depth. */
const maxParentheses = 32;

/** Reads `(destination "title")` at a `(`; returns null if there is none. */
export function inlineTarget(text: string, at: number): Target | null {
  const found = destination(text, skipMatch(space, text, at + 1));
  if (!found) return text[skipMatch(space, text, at + 1)] === ')' ? emptyTarget(skipMatch(space, text, at + 1)) : null;
  const titleAt = skipMatch(space, text, found.after);
  const closeAt = titleAt > found.after ? skipMatch(space, text, skipMatch(title, text, titleAt)) : titleAt;
  return text[closeAt] === ')' ? { ...found, after: closeAt + 1 } : null;
}

const labelStart = /[ \t]*\[((?:[^\\[\]]|\\[\s\S]){1,999})\]:/y;
const lineRest = /[ \t]*(?:\n|$)/y;

/** Reads `[label]: destination "title"` at the start of a line of a paragraph; returns null if there is none. */
export function definitionAt(text: string, at: number): (Target & { label: string }) | null {
  labelStart.lastIndex = at;
  const name = labelStart.exec(text)?.[1];
  if (name === undefined || name.trim() === '') return null;
  const found = destination(text, skipMatch(space, text, labelStart.lastIndex));
  if (!found) return null;
  const titleAt = skipMatch(space, text, found.after);
  const titled = titleAt > found.after ? skipMatch(title, text, titleAt) : titleAt;
  const after = titled > titleAt && matches(lineRest, text, titled) ? titled : found.after;
  if (!matches(lineRest, text, after)) return null;
  return { ...found, after: skipMatch(lineRest, text, after), label: normalizeLabel(name) };
}

/** Normalizes a label. Case and the amount of white space make no difference. */
export function normalizeLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();
}

function destination(text: string, at: number): Target | null {
  if (text[at] === '<') {
    const after = skipMatch(angled, text, at);
    return after === at ? null : { start: at + 1, end: after - 1, after };
  }
  const end = bareEnd(text, at);
  return end === at ? null : { start: at, end, after: end };
}

/** Returns the end of a destination without `<>`. It contains no spaces, and parentheses only in pairs. */
function bareEnd(text: string, from: number): number {
  let depth = 0;
  let at = from;
  for (; at < text.length; at += 1) {
    const letter = text[at]!;
    if (letter <= ' ' || letter === '\x7f') break;
    if (letter === '\\' && /[!-/:-@[-`{-~]/.test(text[at + 1] ?? '')) at += 1;
    else if (letter === '(' && ++depth > maxParentheses) return from;
    else if (letter === ')' && --depth < 0) break;
  }
  return depth > 0 ? from : Math.min(at, text.length);
}

function emptyTarget(at: number): Target {
  return { start: at, end: at, after: at + 1 };
}

function skipMatch(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
