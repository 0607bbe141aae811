import { isObjectType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { authenticate } from '../../../src/access/authenticate.js';
import { createBatchedCallerFinder } from '../../../src/access/callers.js';
import { createExecutor } from '../../../src/api/graphql/executor.js';
import { type Guard, partOfGuardedObject } from '../../../src/api/graphql/schema/access.js';
import { builder } from '../../../src/api/graphql/schema/builder.js';
import { createContext } from '../../../src/api/http/requests/request-context.js';
import { buildSchemas } from '../../../src/app/schema.js';
import type { Loaders } from '../../../src/platform/db/query/loaders.js';
import { createUrls } from '../../../src/platform/urls/urls.js';
import type { Client } from '../../access/outsider/client.js';
import { ownStarts, startsIn, traverseGraph } from '../../access/outsider/traverse-graph.js';
import { createScene } from '../../contract/scene.js';
import { publicUrl, sealer, secret, testApp } from '../../support/app.js';

// One guard or one loader fails during a request. Only the fields that need it are null, each with an error.

const test = await testApp();

/** The guard or loader that currently fails: a guard by its type name, a loader by its own name. */
let failing: { guard?: string; loader?: string } = {};
/** Names of the guards and loaders that the query has used. */
let usedGuardsAndLoaders = new Set<string>();

const own = builder.toSchema();
const guarded = Object.values(own.getTypeMap())
  .filter(isObjectType)
  .filter(({ extensions }) => extensions.guard !== undefined && extensions.guard !== partOfGuardedObject);
for (const type of guarded) {
  const guard = type.extensions.guard as Guard<unknown>;
  const breakable: Guard<unknown> = (object, context) => {
    usedGuardsAndLoaders.add(type.name);
    if (failing.guard === type.name) throw new Error('The guard fails');
    return guard(object as never, context);
  };
  type.extensions = { ...type.extensions, guard: breakable };
}
const operations = createExecutor(buildSchemas(own), { introspection: true, costLimit: 1e9 }).open();

function breakableLoaders(loaders: Loaders): Loaders {
  const load: Loaders['load'] = (definition, key) => {
    usedGuardsAndLoaders.add(`${definition.name} loader`);
    return failing.loader === definition.name
      ? Promise.reject(new Error('The loader fails'))
      : loaders.load(definition, key);
  };
  const get: Loaders['get'] = async (definition, key) => {
    await load(definition, key);
    return loaders.get(definition, key);
  };
  return { ...loaders, load, get };
}

interface Json {
  [key: string]: unknown;
}

interface Answer {
  data: Json | null;
  errors?: { path?: (string | number)[] }[];
}

let organization: string;
let run: (query: string) => Promise<Answer>;
/** The queries of a traversal of the whole schema, each with the guards and loaders that it uses. */
const queries = new Map<string, ReadonlySet<string>>();

beforeAll(async () => {
  const scene = await createScene(test);
  organization = scene.organization;
  const find = createBatchedCallerFinder(test.store);
  const viewer = await authenticate(find, `Bearer ${scene.admin.token}`);
  run = async (query) => {
    const context = createContext({ store: test.store, urls: createUrls(publicUrl, secret), secret, sealer }, viewer);
    context.loaders = breakableLoaders(context.loaders);
    const { data, errors } = (await operations.run({ query }, context)) as Answer;
    return JSON.parse(JSON.stringify({ data: data ?? null, ...(errors && { errors }) }));
  };
  const graphql: Client['graphql'] = async (query) => {
    usedGuardsAndLoaders = new Set();
    const answer = await run(query);
    queries.set(query, usedGuardsAndLoaders);
    return `200\n{}\n${JSON.stringify(answer)}`;
  };
  await traverseGraph({ asking: { graphql } as Client, starts: [...ownStarts, ...startsIn(scene)], depth: 3 });
});

/** Returns the first and the last query that use a guard or a loader, because these two differ in depth. */
const queriesUsing = (name: string): string[] => {
  const found = [...queries].filter(([, names]) => names.has(name)).map(([query]) => query);
  return [...new Set([found[0], found.at(-1)])].filter((query) => query !== undefined);
};

/** Runs a query in which something fails. Expects that only the values at the paths of its errors become null. */
async function expectOnlyReportedLosses(query: string, failure: typeof failing): Promise<void> {
  // The traversal keeps the previous set as that of its last query, so this query gets a new set.
  usedGuardsAndLoaders = new Set();
  const healthy = await run(query);
  failing = failure;
  usedGuardsAndLoaders = new Set();
  const broken = await run(query).finally(() => {
    failing = {};
  });
  // Values in the content cache are not loaded again.
  if (failure.loader && !usedGuardsAndLoaders.has(`${failure.loader} loader`)) return;
  const paths = (broken.errors ?? []).map(({ path = [] }) => path.join('.'));
  expect(paths.length, query).toBeGreaterThan(0);
  expect(broken.data, query).not.toBeNull();
  const nullified = nullifiedPaths(healthy.data, broken.data, '');
  expect(
    nullified.filter((path) => !paths.includes(path)),
    query,
  ).toEqual([]);
  expect(
    paths.map((path) => valueAt(broken.data, path)),
    query,
  ).toEqual(paths.map(() => null));
}

/** Returns the value at a path; undefined if an ancestor is null. */
function valueAt(data: unknown, path: string): unknown {
  return path.split('.').reduce((value, key) => (value as Json | null | undefined)?.[key], data);
}

/** Returns the paths whose value became null, and the paths of any other difference. */
function nullifiedPaths(before: unknown, after: unknown, path: string): string[] {
  if (after === null) return before === null ? [] : [path];
  if (typeof before !== 'object' || before === null || typeof after !== 'object')
    return before === after ? [] : [`${path} differs`];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) =>
    nullifiedPaths((before as Json)[key], (after as Json)[key], path ? `${path}.${key}` : key),
  );
}

describe('a failing guard affects only the objects that it guards', () => {
  it.each(guarded.map(({ name }) => name))('%s', async (name) => {
    for (const query of queriesUsing(name)) await expectOnlyReportedLosses(query, { guard: name });
  });
});

it('a failing loader affects only the fields that need it', async () => {
  const names = new Set([...queries.values()].flatMap((all) => [...all]).filter((name) => name.endsWith(' loader')));
  expect(names.size).toBeGreaterThan(60);
  const failures: string[] = [];
  for (const name of names)
    for (const query of queriesUsing(name))
      await expectOnlyReportedLosses(query, { loader: name.slice(0, -' loader'.length) }).catch((error) =>
        failures.push(`${name}: ${error.message}`),
      );
  expect(failures).toEqual([]);
});

/**
 * Types that the traversal does not reach: the scene has no such object, or only mutations return the type. Fields of
 * these types are nullable by the same rule as all others.
 */
const typesOutsideScene = [
  'ComputedPage',
  'ContentUpdate',
  'Discussion',
  'InviteLinkToCollection',
  'InviteLinkToSpace',
  'ProviderGroup',
  'ReviewRequest',
  'Session',
  'SpaceContentUpdate',
  'TranslatedPage',
];

/** Types that only the operator sees; the traversal sends its queries as an admin. */
const typesOfOperator = ['Server', 'ServerMembership', 'ServerUser'];

it('the tested queries call the guards of all types, except those in the two lists of exceptions', () => {
  const missed = guarded.map(({ name }) => name).filter((name) => queriesUsing(name).length === 0);
  expect(missed.sort()).toEqual([...typesOutsideScene, ...typesOfOperator].sort());
});

it('a failed mutation keeps the result of an earlier mutation in the same request', async () => {
  const query = `mutation { a: createCollection(input: { organization: "${organization}", title: "Kept" }) {
    collection { title } } b: deleteCollection(input: { collection: "col_00000000000000000000000000" }) { deletedId } }`;
  const { data, errors } = await run(query);
  expect(data).toEqual({ a: { collection: { title: 'Kept' } }, b: null });
  expect(errors!.map(({ path }) => path)).toEqual([['b']]);
});
