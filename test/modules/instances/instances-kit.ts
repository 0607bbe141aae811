import { createTargets } from '../../contract/create-targets.js';
import { fillSample, inWorld, type Names, sampleRequest } from '../../contract/sample-requests.js';
import { type Fixture, namesOf } from '../../contract/scene.js';
import type { RestResponse, TestApp } from '../../support/app.js';

/** Two instances on one database: one writes, and the other one then reads. */
export interface WriterAndReader {
  writer: TestApp;
  reader: TestApp;
}

/**
 * Returns a response without signed tokens, so that responses can be compared. The tokens contain the second in which
 * they were created.
 */
export const withoutSignedTokens = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer).replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'a token'));

/** Returns the ids of the objects that an operation uses, including the objects that are created for it. */
export async function idsForOperation(scene: Fixture, id: string): Promise<Names> {
  return { ...namesOf(scene, id), ...(await createTargets[id]?.(scene)) };
}

/** Sends an operation of `/v1` with the given ids. The body is that of the sample, or `given`. */
export function call(
  app: TestApp,
  scene: Fixture,
  { id, ids, given }: { id: string; ids: Names; given?: object | undefined },
): Promise<RestResponse> {
  const request = sampleRequest(id);
  const { path, body } = fillSample(request, (name) => ids[name], { limit: '1000' });
  return app.rest(request.method, path, { ...scene.admin, body: given ? inWorld(given, (name) => ids[name]) : body });
}

const get = async (app: TestApp, scene: Fixture, read: { id: string; ids: Names }) => {
  const { status, body } = await call(app, scene, read);
  return { status, body };
};

/**
 * Returns the data of a GraphQL query.
 * @throws if the query has errors
 */
async function queryGraph(app: TestApp, { admin }: Fixture, { id, ids }: { id: string; ids: Record<string, string> }) {
  const { data, errors } = await app.graphql(
    id.replace(/\$(\w+)/g, (_, name: string) => JSON.stringify(ids[name])),
    admin,
  );
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

/** Returns responses of `/v1` operations and GraphQL queries at an instance, by operation id or query. */
export async function readAll(
  app: TestApp,
  scene: Fixture,
  { reads, ids }: { reads: readonly string[]; ids: Names },
): Promise<Record<string, unknown>> {
  const answers = reads.map(async (id) => {
    return [
      id,
      withoutSignedTokens(
        id.startsWith('{') ? await queryGraph(app, scene, { id, ids }) : await get(app, scene, { id, ids }),
      ),
    ];
  });
  return Object.fromEntries(await Promise.all(answers));
}

/** Returns the reads whose response a write did not change. */
export function unchanged(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  return Object.keys(before).filter((id) => JSON.stringify(before[id]) === JSON.stringify(after[id]));
}
