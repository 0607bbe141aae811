import { describe, expect, it } from 'vitest';
import type { Context } from '../../src/api/graphql/execution/context.js';
import type { Plugin } from '../../src/api/graphql/plugins/plugin.js';
import { createLoaders } from '../../src/platform/db/query/loaders.js';
import { appWithPlugins, type RestResponse } from '../support/app.js';
import { testDatabase } from '../support/database.js';
import { createTargets } from './create-targets.js';
import { mutationCall, mutations } from './mutations.js';
import { payloadSelection } from './payload-selection.js';
import { fillSample, type SampleRequest, sampleRequests } from './sample-requests.js';
import { createScene, type Fixture, namesOf } from './scene.js';

// Simulates a second request that deletes all data after a change is committed, and before the data of its response is
// read. From then on, the request reads an empty database.

const empty = await testDatabase();
let usesEmptyDatabase = false;

/** Clears the cached reads of a request after each mutation, and makes it read the empty database from then on. */
const deletingPlugin: Plugin = {
  onExecute({ args }) {
    const context = args.contextValue as Context;
    const { loaders } = context;
    const { store } = empty;
    const clearAll = (): void => {
      loaders.clearAll();
      if (usesEmptyDatabase) Object.assign(context, { store, read: store.read, loaders: createLoaders(store.read) });
    };
    context.loaders = { ...loaders, clearAll };
  },
};

const test = await appWithPlugins([deletingPlugin]);
const scene = await createScene(test);
/** Operations with POST that only read. */
const reads = ['searchSiteContent'];
const writes = sampleRequests.filter(({ id, method }) => method !== 'GET' && !reads.includes(id));
const answers = new Map<string, { gone: RestResponse; again: RestResponse | undefined }>();

async function ask(scene: Fixture, request: SampleRequest) {
  const names = { ...namesOf(scene, request.id), ...(await createTargets[request.id]?.(scene)) };
  const { path, body } = fillSample(request, (name) => names[name]);
  const headers = { 'idempotency-key': request.id };
  const send = () => test.rest(request.method, path, { ...scene.admin, body, headers });
  usesEmptyDatabase = true;
  const deletedDuring = await send().finally(() => {
    usesEmptyDatabase = false;
  });
  return { gone: deletedDuring, again: request.method === 'DELETE' ? undefined : await send() };
}

for (const request of writes) answers.set(request.id, await ask(scene, request));

const isGone = ({ gone: deletedDuring }: { gone: RestResponse }): boolean => deletedDuring.status === 404;

describe('a change whose object is deleted before the response', () => {
  it('is possible in most operations that change something', () => {
    expect([...answers.values()].filter(isGone).length).toBeGreaterThan(60);
  });

  it.each(writes)(
    'is reported as made and its object as deleted, unless the response needs no object: $id',
    ({ id, status }) => {
      const { gone: deletedDuring } = answers.get(id)!;
      const message = deletedDuring.body?.error?.message;
      const hasDeletionMessage =
        /^The change was made, but its (?:`\w+`|object) was deleted before it could be returned$/.test(message);
      expect([id, deletedDuring.status, hasDeletionMessage ? 'said' : message]).toEqual(
        deletedDuring.status === 404 ? [id, 404, 'said'] : [id, status, undefined],
      );
    },
  );

  it.each(writes.filter(({ id }) => isGone(answers.get(id)!)))(
    'is not executed again by a repeated request: $id',
    ({ id, status }) => {
      const { again: repeated } = answers.get(id)!;
      if (repeated)
        expect([id, repeated.status, repeated.headers['idempotent-replayed']]).toEqual([id, status, 'true']);
    },
  );

  it.each(mutations)('is reported in the same way for every selected field in GraphQL: $name', async (mutation) => {
    const { name, type, input, token } = await mutationCall(mutation, scene);
    const query = `mutation ($input: ${type}) { ${name}(input: $input) ${payloadSelection(name)} }`;
    usesEmptyDatabase = true;
    const sent = test.graphql(query, { token, variables: { input } });
    const { errors = [] } = await sent.finally(() => {
      usesEmptyDatabase = false;
    });
    for (const error of errors) expect(error.extensions).toMatchObject({ code: 'NOT_FOUND', reason: 'DELETED_SINCE' });
  });
});
