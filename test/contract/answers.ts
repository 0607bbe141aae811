import type { RestResponse } from '../support/app.js';
import { createTargets } from './create-targets.js';
import { fillSample, inWorld, type Names, type SampleRequest, sampleRequests } from './sample-requests.js';
import { type Fixture, namesOf } from './scene.js';
import { type Variant, variants } from './variants.js';

/**
 * Responses of an operation to its sample, to the request that the form in the reference sends, and to its variants.
 */
export interface OperationResponses {
  sample: RestResponse;
  others: RestResponse[];
}

/**
 * Sends the sample and the variants of every operation. Operations that only read come first, before the scene changes.
 */
export async function sendAllSamples(scene: Fixture): Promise<Map<string, OperationResponses>> {
  const reads = sampleRequests.filter(({ method }) => method === 'GET');
  const writes = sampleRequests.filter(({ method }) => method !== 'GET');
  const answers = new Map<string, OperationResponses>();
  for (const request of [...reads, ...writes]) answers.set(request.id, await ask(scene, request));
  return answers;
}

async function ask(scene: Fixture, request: SampleRequest): Promise<OperationResponses> {
  const { test, admin } = scene;
  let ids = await idsFor(scene, request);
  const send = (given: { path: string; body: unknown; token?: string }) =>
    test.rest(request.method, given.path, { token: admin.token, ...given });
  const sample = await send(fillSample(request, (name) => ids[name]));
  const known = variants[request.id] ?? [];
  const variantResponses: RestResponse[] = [];
  for (const variant of typeof known === 'function' ? await known(scene) : known) {
    if (!variant.again) ids = await idsFor(scene, request);
    variantResponses.push(await send(applyVariant(request, variant, ids)));
  }
  return { sample, others: variantResponses };
}

async function idsFor(scene: Fixture, { id }: SampleRequest): Promise<Names> {
  return { ...namesOf(scene, id), ...(await createTargets[id]?.(scene)) };
}

function applyVariant(
  request: SampleRequest,
  variant: Variant,
  ids: Names,
): { path: string; body: unknown; token?: string } {
  const idOf = (name: keyof Names): string => ids[name];
  const { given, query = '', token } = variant;
  const plain = fillSample(request, idOf, given);
  const body = 'body' in variant ? inWorld(variant.body, idOf) : plain.body;
  return { path: plain.path.split('?')[0] + inWorld(query, idOf), body, ...(token && { token }) };
}
