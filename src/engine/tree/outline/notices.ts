import { foreignEncoding } from '../../base/encoding.js';
import { ContentError } from '../../base/types.js';

/** Kinds of notices of an import, with the headings under which they are listed. */
export const noticeKinds = {
  'listed-twice': 'Entries of files that are listed before: imported as links to the first',
  'lists-itself': 'Entries that list their own table of contents: left out',
  'missing-file': 'Entries whose file does not exist: left out',
  encoding: 'Texts that are not UTF-8: read in the encoding that they look like',
  'not-text': 'Pages that are not text: imported as files',
  'front-matter': 'Front matter that cannot be read: the pages are imported without its fields',
  variables: 'Files of variables that cannot be read: ignored',
  configuration: 'Configurations that cannot be read: ignored',
  'broken-link': 'Links that lead nowhere: imported as they are',
  'unknown-tag': 'Tags that are not known: pages show only what they enclose',
  emoji: 'Emoji that are not exactly one emoji: left out',
} as const;

/** A fault in a folder that an import tolerates. */
export interface ImportNotice {
  kind: keyof typeof noticeKinds;
  /** The file with the fault, relative to the imported folder. */
  file: string;
  /** Line of the fault in the file, from 1; absent if the fault has no line. */
  line?: number;
  /** The rule and the value, such as `the file must exist (got "b")`. */
  message: string;
}

/** Receives the notices of an import in the order of discovery. */
export type Report = (notice: ImportNotice) => void;

/** Returns a notice if a file is text in an encoding other than UTF-8; otherwise an empty list. */
export function encodingNotice(file: string, bytes: Uint8Array): ImportNotice[] {
  const encoding = foreignEncoding(bytes);
  return encoding ? [{ kind: 'encoding', file, message: `must be UTF-8 (got ${encoding})` }] : [];
}

/**
 * Throws for a notice, as an import with `--strict` does.
 * @throws ContentError naming file, line and rule
 */
function refuseNotice({ file, line, message }: ImportNotice): never {
  const place = line === undefined ? `"${file}"` : `"${file}" line ${line}`;
  const colon = /^(?:must|cannot) /.test(message) ? '' : ':';
  throw new ContentError(`${place}${colon} ${message}`, file);
}

/** Kinds of notices that `--strict` allows, because nothing is lost: the revision contains the text. */
const losslessKinds: ReadonlySet<string> = new Set(['broken-link', 'unknown-tag', 'emoji']);

/**
 * Creates a list of notices, and a function that adds a notice to it. With `strict`, the function throws for the first
 * notice about a loss of data.
 */
export function noticeList(strict = false): { notices: ImportNotice[]; report: Report } {
  const notices: ImportNotice[] = [];
  const report: Report = (notice) => {
    if (strict && !losslessKinds.has(notice.kind)) refuseNotice(notice);
    notices.push(notice);
  };
  return { notices, report };
}

/** Returns the result of `read`. If it throws a ContentError, reports a notice and returns `otherwise`. */
export function readOrReport<Value>(
  read: () => Value,
  otherwise: Value,
  { report, kind, file }: { report: Report; kind: ImportNotice['kind']; file: string },
): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    report({ kind, file, ...placeIn(error.message, file) });
    return otherwise;
  }
}

/** Splits a message such as `"a" line 3: the front matter cannot be read` into the line and the rule. */
function placeIn(message: string, file: string): Pick<ImportNotice, 'line' | 'message'> {
  const rest = message.startsWith(`"${file}"`) ? message.slice(file.length + 2) : message;
  const [, line, rule = ''] = /^(?: line (\d+))?:? ([\s\S]*)$/.exec(rest) ?? [undefined, undefined, rest];
  return { ...(line !== undefined && { line: Number(line) }), message: rule };
}
