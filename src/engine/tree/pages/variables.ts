import { isMap, LineCounter, parseDocument } from 'yaml';
import { ContentError, type Json, type Manifest } from '../../base/types.js';
import { setYamlFields } from '../../text/markdown/front-matter-edit.js';
import { joinPath } from './address.js';

/** The value of a variable of a space or page (`VariableValue` in openapi.json). */
export type VariableValue = string | number | boolean;

/** Variables by name. */
export type Variables = Record<string, VariableValue>;

/** Maximum length of a text variable in the REST API, in UTF-16 code units. */
const maxTextLength = 256;

/** Pattern of names, as in GitBook: a letter, then letters, digits and underscores; at most 100 characters. */
const namePattern = /^[A-Za-z][A-Za-z0-9_]{0,99}$/;

/** Returns the path of a space's file of variables. It is below the content root, as in GitBook's git sync. */
export function variablesFile(root: string): string {
  return joinPath(root, '.gitbook', 'vars.yaml');
}

/** Returns the fields that are valid variables. Ignores all others. */
export function variablesIn(fields: Record<string, Json>): Variables {
  const valid = Object.entries(fields).filter(([name, value]) => variableProblem(name, value) === null);
  return Object.fromEntries(valid) as Variables;
}

/** Maximum length of a file of variables, in UTF-16 code units. Parsing a YAML file of this length takes a second. */
const maxFileLength = 1_048_576;

/**
 * Reads the variables in a `vars.yaml`.
 * @throws ContentError naming the file and line if it is not a YAML map, or over 1 MiB
 */
export function readVariables(text: string, file: string): Variables {
  if (text.length > maxFileLength) throw unreadable(file, 1, `it must have at most ${maxFileLength} characters`);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, logLevel: 'silent' });
  const error = document.errors[0];
  if (error) throw unreadable(file, lines.linePos(error.pos[0]).line, error.message.split('\n', 1)[0]!);
  if (document.contents === null) return {};
  if (!isMap(document.contents)) throw unreadable(file, 1, 'it must be a map of names and values');
  try {
    return variablesIn(document.toJS({ maxAliasCount: 100 }) as Record<string, Json>);
  } catch (failure) {
    throw unreadable(file, 1, (failure as Error).message);
  }
}

/**
 * Writes variables into a `vars.yaml`. Unchanged parts keep their bytes. Null removes a variable.
 * @throws ContentError as `readVariables` does, because a file that cannot be read cannot be changed
 */
export function writeVariables(
  { text, path }: { text: string; path: string },
  changes: Record<string, VariableValue | null>,
): string {
  readVariables(text, path);
  const end = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  return setYamlFields(text, new Map(Object.entries(changes)), end);
}

/** Returns the variables of a manifest after changes. Returns the same object if nothing changes. */
export function withVariables({ variables }: Manifest, changes: Record<string, VariableValue | null>) {
  const before = (name: string) => (Object.hasOwn(variables, name) ? variables[name] : null);
  const changed = Object.entries(changes).filter(([name, value]) => before(name) !== value);
  if (changed.length === 0) return variables;
  const entries = Object.entries({ ...variables, ...Object.fromEntries(changed) });
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}

/** Returns the rule that a variable breaks, for messages; null if it is valid. */
export function variableProblem(name: string, value: Json): string | null {
  if (!namePattern.test(name)) {
    return `must be named with a letter first, then letters, digits and underscores, at most 100 (got ${JSON.stringify(name)})`;
  }
  if (typeof value === 'string') {
    return value.length <= maxTextLength ? null : `must have at most ${maxTextLength} characters (got ${value.length})`;
  }
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return null;
  return `must be text, a number or a boolean (got ${JSON.stringify(value)})`;
}

function unreadable(file: string, line: number, reason: string): ContentError {
  return new ContentError(`"${file}" line ${line}: the variables cannot be read: ${reason}`, file);
}
