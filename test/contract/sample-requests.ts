import { samples } from '../../src/app/samples.js';
import { names, type Sample } from '../../src/modules/shared/samples.js';
import { describedApi } from '../support/shared-schema.js';

/** Name of an object in the samples, such as `space` or `changeRequest`. */
export type SampleObject = keyof typeof names;

/** Ids of a scene's objects by their name in the samples. */
export type Names = Record<SampleObject, string>;

/** Sample of an operation, as in `openapi.json` and in the form that the reference shows. */
export interface SampleRequest {
  id: string;
  method: string;
  /** Path as in the OpenAPI description: `/v1/spaces/{spaceId}`. */
  template: string;
  /** The documented status of success. */
  status: number;
  may: Sample['may'];
  /** Values of path and query parameters in the form of the reference: the example, otherwise the default. */
  parameters: { name: string; in: string; value: unknown; isExample: boolean }[];
  body: unknown;
  answer: unknown;
}

/** A request on `/v1` with the ids of a scene. */
export interface RequestToSend {
  /** Path below `/v1`, with the query. */
  path: string;
  body: unknown;
}

type Json = Record<string, any>;

/** Samples of all operations of `/v1`, in the order of the description. */
export const sampleRequests: SampleRequest[] = Object.entries(describedApi().paths).flatMap(([template, methods]) =>
  Object.entries(methods as Json).map(([method, operation]) => readOperation(operation, { template, method })),
);

function readOperation(operation: Json, { template, method }: { template: string; method: string }): SampleRequest {
  const status = Object.keys(operation.responses).find((one) => one.startsWith('2'))!;
  const id = operation.operationId as string;
  return {
    ...{ id, template, status: Number(status), method: method.toUpperCase(), may: samples[id]!.may },
    parameters: ((operation.parameters ?? []) as Json[])
      .filter((one) => one.in === 'path' || one.in === 'query')
      .map((one) => ({
        name: one.name,
        in: one.in,
        value: one.example ?? one.schema.default,
        isExample: 'example' in one,
      })),
    body: operation.requestBody?.content['application/json'].example,
    answer: operation.responses[status].content?.['application/json'].example,
  };
}

/** Returns the sample of an operation. */
export function sampleRequest(id: string): SampleRequest {
  const found = sampleRequests.find((one) => one.id === id);
  if (!found) throw new Error(`${id} has no sample`);
  return found;
}

/** Replaces the placeholder ids in a sample with ids of a scene. */
export function inWorld<Value>(value: Value, idOf: (name: SampleObject) => string): Value {
  if (value === undefined) return value;
  const text = Object.entries(names).reduce(
    (known, [name, id]) => known.replaceAll(id, idOf(name as SampleObject)),
    JSON.stringify(value),
  );
  return JSON.parse(text);
}

/** Returns a sample with the ids of a scene. `given` overrides values of parameters by name. */
export function fillSample(
  { template, parameters, body }: SampleRequest,
  idOf: (name: SampleObject) => string,
  given: Record<string, string> = {},
): RequestToSend {
  const texts = parameters
    .map(({ name, value, in: place }) => ({ name, place, value: given[name] ?? inWorld(value, idOf) }))
    .filter(({ value }) => value !== undefined);
  const inPath = (name: string): string =>
    String(texts.find((one) => one.place === 'path' && one.name === name)!.value);
  const query = texts
    .filter(({ place }) => place === 'query')
    .map(({ name, value }) => `${name}=${encodeURIComponent(String(value))}`);
  const path = template.slice('/v1'.length).replace(/\{(\w+)\}/g, (_, name: string) => inPath(name));
  return { path: query.length > 0 ? `${path}?${query.join('&')}` : path, body: inWorld(body, idOf) };
}
