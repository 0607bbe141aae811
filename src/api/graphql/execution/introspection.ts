import { type DocumentNode, Kind, type OperationDefinitionNode, print } from 'graphql';
import { printJson } from '../../../platform/workers/long-json.js';

/** Root fields that return only information about the schema. */
const introspectionFields = new Set(['__schema', '__type', '__typename']);

/**
 * Returns the cache key of an introspection query: its printed text without its name, which clients may change in each
 * call. Returns null for a document with other fields, with variables, or with fragments at its root.
 */
export function introspectionKey(document: DocumentNode, operation: OperationDefinitionNode): string | null {
  const { selections } = operation.selectionSet;
  const isMeta = selections.every((field) => field.kind === Kind.FIELD && introspectionFields.has(field.name.value));
  const isAlone = document.definitions.every((one) => one === operation || one.kind === Kind.FRAGMENT_DEFINITION);
  if (operation.operation !== 'query' || !isMeta || !isAlone || operation.variableDefinitions?.length) return null;
  const { name: _, ...unnamed } = operation;
  return print({ ...document, definitions: document.definitions.map((one) => (one === operation ? unnamed : one)) });
}

/** A response whose data is cached: its bytes, the position at which the data ends, and the text after the data. */
interface Printed {
  bytes: Buffer;
  end: number;
  rest: string;
}

const head = '{"data":';
const printed = new WeakMap<object, Printed>();

/**
 * Caches the JSON of data for as long as the data exists, and returns its length. The JSON of the whole schema has some
 * hundred kilobytes.
 */
export function cachePrinted(data: object): number {
  const bytes = Buffer.from(`${head}${JSON.stringify(data)}`);
  printed.set(data, { bytes, end: bytes.length, rest: '' });
  return bytes.length - head.length;
}

/**
 * Returns the JSON of a response, like `printJson`. If its data is cached, it returns the cached bytes, and prints only
 * the other members again if they differ.
 */
export function printResult(answer: { data?: unknown }): string | Buffer | Promise<Buffer> {
  const { data, ...otherMembers } = answer;
  const cached = typeof data === 'object' && data !== null ? printed.get(data) : undefined;
  if (cached === undefined) return printJson(answer);
  const members = JSON.stringify(otherMembers).slice(1);
  const rest = members === '}' ? members : `,${members}`;
  if (rest !== cached.rest) {
    cached.bytes = Buffer.concat([cached.bytes.subarray(0, cached.end), Buffer.from(rest)]);
    cached.rest = rest;
  }
  return cached.bytes;
}
