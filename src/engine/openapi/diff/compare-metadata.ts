import { type Members, membersOrEmpty } from '../../base/members.js';
import type { Json } from '../../base/types.js';
import { type LocatedValue, textAt } from '../reading/json-path.js';
import { resolve, type SpecDocument } from '../reading/reader.js';
import type { Schemas } from './comparison.js';
import { type Detail, formatValue } from './detail.js';
import { compareDeprecation, compareStability } from './lifecycle.js';
import type { TraversalContext } from './traversal-context.js';

/**
 * Reports a changed title or description, a changed deprecation or stability level, and a changed default. Callers may
 * rely on the default.
 */
export function compareSchemaMetadata(context: TraversalContext): void {
  const { comparison, input, details } = context;
  const before = metadataReader(comparison.before.reader, input.before);
  const after = metadataReader(comparison.after.reader, input.after);
  for (const name of ['title', 'description']) {
    if (before(name) !== after(name))
      details.push(nonBreaking(`the ${name} ${describeChange(before(name), after(name))}`));
  }
  if (lifecycleWords.some((name) => formatValue(before(name)) !== formatValue(after(name)))) {
    const [was, is] = [before, after].map(lifecycleMembers) as [Members, Members];
    const verdicts = [...compareDeprecation(was, is, comparison.today), ...compareStability(was, is)];
    details.push(...verdicts.map((verdict) => ({ at: '', ...verdict })));
  }
  const [usual, usualNow] = [before('default'), after('default')];
  if (formatValue(usual) === formatValue(usualNow)) return;
  const isBreaking = input.direction === 'sent' && usual !== undefined;
  details.push({ at: '', message: `the default ${describeChange(usual, usualNow)}`, isBreaking });
}

const lifecycleWords = ['deprecated', 'x-sunset', 'x-stability-level'];

function lifecycleMembers(word: (name: string) => Json | undefined): Members {
  const given = lifecycleWords.map((name) => [name, word(name)] as const);
  return Object.fromEntries(given.filter((one): one is [string, Json] => one[1] !== undefined));
}

/** Returns a phrase that contains the old and the new value. */
export function describeChange(before: Json | undefined, after: Json | undefined): string {
  return `was ${formatValue(before)} and is ${formatValue(after)}`;
}

/** Reports which descriptive texts of two objects differ. */
export function compareMetadata(
  names: readonly string[],
  before: LocatedValue,
  after: LocatedValue,
): Omit<Detail, 'at'>[] {
  return names
    .map((name) => [name, textAt(before, name), textAt(after, name)] as const)
    .filter(([, was, is]) => was !== is)
    .map(([name, was, is]) => ({ message: `the ${name} ${describeChange(was, is)}`, isBreaking: false }));
}

/**
 * Returns a function that reads a member of schemas. A member next to a reference takes precedence over the same member
 * of the reference's target.
 */
function metadataReader(reader: SpecDocument, schemas: Schemas): (name: string) => Json | undefined {
  const all = schemas.flatMap((schema) => [schema.value, resolve(reader, schema).value].map(membersOrEmpty));
  return (name) => all.find((members) => members[name] !== undefined && members[name] !== false)?.[name];
}

function nonBreaking(message: string): Detail {
  return { at: '', message, isBreaking: false };
}
