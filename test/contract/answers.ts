import type { RestAnswer } from '../support/app.js';
import { fresh } from './fresh.js';
import { filled, inWorld, type Names, type SampleRequest, sampleRequests } from './sample-requests.js';
import { namesOf, type Scene } from './scene.js';
import { type Variant, variants } from './variants.js';

/** Responses of an operation: to its sample, sent as its form shows it, and to its variants. */
export interface Answers {
  sample: RestAnswer;
  others: RestAnswer[];
}

/**
 * Sends the sample and the variants of every operation. Operations that only read come first, before the scene changes.
 */
export async function askEverything(scene: Scene): Promise<Map<string, Answers>> {
  const reads = sampleRequests.filter(({ method }) => method === 'GET');
  const writes = sampleRequests.filter(({ method }) => method !== 'GET');
  const answers = new Map<string, Answers>();
  for (const request of [...reads, ...writes]) answers.set(request.id, await ask(scene, request));
  return answers;
}

async function ask(scene: Scene, request: SampleRequest): Promise<Answers> {
  const { test, admin } = scene;
  let ids = await idsFor(scene, request);
  const send = (given: { path: string; body: unknown; token?: string }) =>
    test.rest(request.method, given.path, { token: admin.token, ...given });
  const sample = await send(filled(request, (name) => ids[name]));
  const known = variants[request.id] ?? [];
  const others: RestAnswer[] = [];
  for (const variant of typeof known === 'function' ? await known(scene) : known) {
    if (!variant.again) ids = await idsFor(scene, request);
    others.push(await send(varied(request, variant, ids)));
  }
  return { sample, others };
}

async function idsFor(scene: Scene, { id }: SampleRequest): Promise<Names> {
  return { ...namesOf(scene, id), ...(await fresh[id]?.(scene)) };
}

function varied(request: SampleRequest, variant: Variant, ids: Names): { path: string; body: unknown; token?: string } {
  const idOf = (name: keyof Names): string => ids[name];
  const { given, query = '', token } = variant;
  const plain = filled(request, idOf, given);
  const body = 'body' in variant ? inWorld(variant.body, idOf) : plain.body;
  return { path: plain.path.split('?')[0] + inWorld(query, idOf), body, ...(token && { token }) };
}
