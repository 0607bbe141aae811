/**
 * The sample of an operation: one useful request as a client would send it. `openapi.json` and the API reference show
 * it, and tests send it.
 */
interface OperationSample {
  /** The role that may send the request. */
  may: string;
  /** Query parameters of the sample, in addition to those that have an example in every operation. */
  query?: Readonly<Record<string, unknown>>;
  /** Request body; absent if the operation takes none. */
  body?: unknown;
  /** The response, given only if its members are hard to understand without an example. */
  answer?: unknown;
}

/** Samples by operation id, and example values of path and query parameters by name. */
export interface Examples {
  samples: Readonly<Record<string, OperationSample>>;
  parameters: Readonly<Record<string, unknown>>;
}

/** No samples, for OpenAPI documents without examples. */
export const noExamples: Examples = { samples: {}, parameters: {} };

/** Returns an object with the member `example`; an empty object if there is no value. */
export function exampleMember(value: unknown): { example?: unknown } {
  return value === undefined ? {} : { example: value };
}

/** Returns the value of a parameter in the sample of an operation; undefined if the sample omits the parameter. */
export function parameterExample(
  { samples, parameters }: Examples,
  id: string,
  { place, wireName }: { place: string; wireName: string },
): unknown {
  const own = place === 'query' ? samples[id]?.query?.[wireName] : undefined;
  return own ?? parameters[wireName];
}
