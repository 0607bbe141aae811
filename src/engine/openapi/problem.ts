/** What is wrong with a document, in a sentence that says where: a line, or a JSON pointer. */
export interface Problem {
  message: string;
}

/** Most problems that are told of one document: who mends these sees the next ones then. */
const mostProblems = 20;

const longestMessage = 500;

/** Thrown where a document cannot be read, or is no description of an interface. */
export class UnreadableDocument extends Error {
  override readonly name = 'UnreadableDocument';
  readonly problems: readonly Problem[];
  constructor(messages: readonly string[]) {
    super(messages[0]);
    this.problems = [...new Set(messages)].slice(0, mostProblems).map((message) => ({ message: shortened(message) }));
  }
}

function shortened(message: string): string {
  return message.length > longestMessage ? `${message.slice(0, longestMessage).toWellFormed()}…` : message;
}

/** Where something stands in a document, for people: the JSON pointer of its path. */
export function pointerOf(path: readonly (string | number)[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('') || '/';
}

/** The line, counted from 1, that a place in a text is on. */
export function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
