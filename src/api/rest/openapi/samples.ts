/**
 * The sample of an operation: one request that does something useful, as a client would send it. `openapi.json` and the
 * reference show it, and tests send it.
 */
interface OperationSample {
  /** Who may send it, in a word. */
  may: string;
  /** Query parameters that it is sent with, beside those that have an example wherever they stand. */
  query?: Readonly<Record<string, unknown>>;
  /** Absent where the operation takes no body. */
  body?: unknown;
  /** The answer, where its members need to be seen to be understood. */
  answer?: unknown;
}

/** Samples by operation id, and what parameters of paths and queries are filled with, by their names. */
export interface Examples {
  samples: Readonly<Record<string, OperationSample>>;
  parameters: Readonly<Record<string, unknown>>;
}

/** No examples: of operations that nobody reads of. */
export const noExamples: Examples = { samples: {}, parameters: {} };

/** The member `example` of a description; none where there is nothing to show. */
export function exampleOf(value: unknown): { example?: unknown } {
  return value === undefined ? {} : { example: value };
}

/** What a parameter is filled with in the sample of an operation; undefined: it is left out. */
export function parameterExample(
  { samples, parameters }: Examples,
  id: string,
  { place, wireName }: { place: string; wireName: string },
): unknown {
  const own = place === 'query' ? samples[id]?.query?.[wireName] : undefined;
  return own ?? parameters[wireName];
}
