import type { Document } from 'yaml';
import type { Members } from '../../base/members.js';
import type { Json } from '../../base/types.js';
import type { Problem } from '../problem.js';
import { type JsonPath, pointerTo } from '../reading/json-path.js';
import { findNonStringValues, type NonStringValue } from './find-texts.js';
import { jsonSources } from './json-source.js';
import { yamlSources } from './yaml-source.js';

/** Maximum number of values whose source text is looked up. Further values are formatted in their shortest form. */
const maxSources = 1000;

/** Maximum number of notices for a document. The last notice contains the number of omitted ones. */
const maxNotices = 20;

/** The source of a document: the syntax tree of YAML, or the text of JSON. */
export type Source = Document.Parsed | string;

/**
 * Replaces each number, boolean and null by its source text where the specification requires a string: `1.0` becomes
 * "1.0". Changes the document.
 * @returns a notice for each replaced value, at most 20
 */
export function restoreStrings(document: Json, source: Source): Problem[] {
  const found = findNonStringValues(document);
  if (found.length === 0) return [];
  const sourceText = sourceTexts(found.slice(0, maxSources), source);
  const notices: string[] = [];
  for (const one of found) {
    const pointer = pointerTo(one.place);
    const text = sourceText(one) ?? String(one.value);
    // A null without source text is a missing value and stays null.
    if (text === '') continue;
    replaceValue(one, text);
    notices.push(`${pointer}: this must be a text (got ${text}); it is read as ${JSON.stringify(text)}`);
  }
  return limitNotices(notices).map((message) => ({ message: message.slice(0, 500).toWellFormed() }));
}

function sourceTexts(found: readonly NonStringValue[], source: Source): (one: NonStringValue) => string | undefined {
  const known = new Set(found);
  if (typeof source === 'string') {
    const texts = jsonSources(source, new Set(found.map(({ place }) => pointerTo(place))));
    return (one) => texts.get(pointerTo(one.place));
  }
  const sourceAt = yamlSources(source);
  return (one) => (known.has(one) ? sourceAt(namesTo(one.place)) : undefined);
}

function namesTo(place: JsonPath | null): string[] {
  const names: string[] = [];
  for (let at = place; at; at = at.up) names.unshift(at.name);
  return names;
}

function replaceValue({ holder, place }: NonStringValue, text: string): void {
  // The assignment also works for lists, because their index may be a numeric string.
  (holder as Members)[place!.name] = text;
}

function limitNotices(notices: string[]): string[] {
  if (notices.length <= maxNotices) return notices;
  const more = notices.length - maxNotices + 1;
  return [...notices.slice(0, maxNotices - 1), `${more} more values that must be texts are read as written`];
}
