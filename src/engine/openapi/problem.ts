/** A problem in a document: a sentence that contains the position as a line or a JSON pointer. */
export interface Problem {
  message: string;
}

/** Maximum number of problems to report for one document. Further problems are reported after these are fixed. */
const maxProblems = 20;

const maxMessageLength = 500;

/** Thrown if a document cannot be read, or does not describe an API. */
export class UnreadableDocument extends Error {
  override readonly name = 'UnreadableDocument';
  readonly problems: readonly Problem[];
  constructor(messages: readonly string[]) {
    super(messages[0]);
    this.problems = [...new Set(messages)].slice(0, maxProblems).map((message) => ({ message: shortened(message) }));
  }
}

function shortened(message: string): string {
  return message.length > maxMessageLength ? `${message.slice(0, maxMessageLength).toWellFormed()}…` : message;
}

/** Returns the JSON pointer of a path. It shows users the position in a document. */
export function pointerOf(path: readonly (string | number)[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('') || '/';
}

/** Returns the line of an offset in a text, counted from 1. */
export function lineNumberAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
