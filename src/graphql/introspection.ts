import { type DocumentNode, Kind, type OperationDefinitionNode, print } from 'graphql';

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

const printed = new WeakMap<object, string>();

/** Keeps the JSON of data, as long as that, and answers its length: the whole schema is some hundred kilobytes. */
export function keepPrinted(data: object): number {
  const text = JSON.stringify(data);
  printed.set(data, text);
  return text.length;
}

/** The JSON of an answer, with that of its data from memory where it is kept. */
export function printAnswer(answer: { data?: unknown }): string {
  const { data, ...others } = answer;
  const text = typeof data === 'object' && data !== null ? printed.get(data) : undefined;
  if (text === undefined) return JSON.stringify(answer);
  const rest = JSON.stringify(others).slice(1, -1);
  return `{"data":${text}${rest && ','}${rest}}`;
}
