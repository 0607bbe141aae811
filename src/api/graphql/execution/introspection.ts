import { type DocumentNode, Kind, type OperationDefinitionNode, print } from 'graphql';
import { printJson } from '../../../platform/workers/long-json.js';

/** Root fields that tell of the schema alone. */
const meta = new Set(['__schema', '__type', '__typename']);

/**
 * What tells one introspection from another: its text as it would be printed, without its name, which clients may change at
 * each call. Null for a document that asks for anything else, and for one with variables or fragments at its root.
 */
export function introspectionKey(document: DocumentNode, operation: OperationDefinitionNode): string | null {
  const { selections } = operation.selectionSet;
  const isMeta = selections.every((field) => field.kind === Kind.FIELD && meta.has(field.name.value));
  const isAlone = document.definitions.every((one) => one === operation || one.kind === Kind.FRAGMENT_DEFINITION);
  if (operation.operation !== 'query' || !isMeta || !isAlone || operation.variableDefinitions?.length) return null;
  const { name: _, ...unnamed } = operation;
  return print({ ...document, definitions: document.definitions.map((one) => (one === operation ? unnamed : one)) });
}

/** An answer whose data is kept: its bytes, where the data ends in them, and what stands behind it. */
interface Printed {
  bytes: Buffer;
  end: number;
  rest: string;
}

const head = '{"data":';
const printed = new WeakMap<object, Printed>();

/** Keeps the JSON of data, as long as that, and answers its length: the whole schema is some hundred kilobytes. */
export function keepPrinted(data: object): number {
  const bytes = Buffer.from(`${head}${JSON.stringify(data)}`);
  printed.set(data, { bytes, end: bytes.length, rest: '' });
  return bytes.length - head.length;
}

/**
 * The JSON of an answer: the same bytes as last time where its data is kept, unless something else stands beside it; as
 * `printJson`.
 */
export function printAnswer(answer: { data?: unknown }): string | Buffer | Promise<Buffer> {
  const { data, ...others } = answer;
  const kept = typeof data === 'object' && data !== null ? printed.get(data) : undefined;
  if (kept === undefined) return printJson(answer);
  const members = JSON.stringify(others).slice(1);
  const rest = members === '}' ? members : `,${members}`;
  if (rest !== kept.rest) {
    kept.bytes = Buffer.concat([kept.bytes.subarray(0, kept.end), Buffer.from(rest)]);
    kept.rest = rest;
  }
  return kept.bytes;
}
