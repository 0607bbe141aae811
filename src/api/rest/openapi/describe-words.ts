import { type GraphQLSchema, isEnumType, Kind } from 'graphql';
import { errorTable } from '../../../platform/base/errors.js';
import { documentedValues } from '../documents/enums.js';
import type { RestOperation } from '../operation.js';

/** Rewrites a text of the GraphQL schema for readers of `/v1`. */
export type RewriteText = (text: string) => string;

/**
 * Returns a function that rewrites texts of the GraphQL schema for `/v1`. It replaces enum members by their documented
 * values, error codes by their statuses, and mutations by the operations that call them. It does not replace a name
 * with two meanings.
 */
export function createRewriter(schema: GraphQLSchema, operations: readonly RestOperation[]): RewriteText {
  const words = unambiguousWords([...enumWords(schema), ...mutationWords(operations)]);
  return (text) =>
    text
      .replace(/`(\w+)`/g, (quoted, name: string) => (words.has(name) ? `\`${words.get(name)}\`` : quoted))
      .replace(errorCodes, (_, code: keyof typeof errorTable) => `${errorTable[code].status}`);
}

const errorCodes = new RegExp(`\`?\\b(${Object.keys(errorTable).join('|')})\\b\`?`, 'g');

/** Rewrites all texts of a description, except in examples. */
export function rewriteTexts<Described>(described: Described, wording: RewriteText): Described {
  if (Array.isArray(described)) return described.map((one) => rewriteTexts(one, wording)) as Described;
  if (typeof described !== 'object' || described === null) return described;
  const entries = Object.entries(described).map(([key, value]) => {
    if (key === 'example') return [key, value];
    const isText = (key === 'description' || key === 'summary') && typeof value === 'string';
    return [key, isText ? wording(value) : rewriteTexts(value, wording)];
  });
  return Object.fromEntries(entries);
}

type Word = readonly [name: string, word: string];

function enumWords(schema: GraphQLSchema): Word[] {
  const enums = Object.values(schema.getTypeMap()).filter((type) => isEnumType(type));
  return enums.filter(({ name }) => !name.startsWith('__')).flatMap((type) => [...documentedValues(type)]);
}

function mutationWords(operations: readonly RestOperation[]): Word[] {
  return operations.flatMap(({ node, route }): Word[] => {
    const [field] = node.selectionSet.selections;
    return node.operation === 'mutation' && field?.kind === Kind.FIELD ? [[field.name.value, route.id]] : [];
  });
}

function unambiguousWords(words: readonly Word[]): Map<string, string> {
  const known = new Map<string, string | undefined>();
  for (const [name, word] of words) known.set(name, known.has(name) && known.get(name) !== word ? undefined : word);
  return new Map([...known].filter((entry): entry is [string, string] => entry[1] !== undefined));
}
