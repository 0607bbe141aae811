import { beforeAll, expect, it } from 'vitest';
import { samples } from '../../src/app/samples.js';
import { findProblems } from '../modules/lifecycle/verification/verification-kit.js';
import { testApp } from '../support/app.js';
import { expensiveStatements, type Statements } from '../support/large-table-plans.js';
import { type OperationResponses, sendAllSamples } from './answers.js';
import {
  claimed,
  contractOperations,
  type DescribedOperation,
  hasContract,
  ourOperations,
} from './described-operations.js';
import { sampleRequests } from './sample-requests.js';
import { createScene } from './scene.js';

const test = await testApp();
const ours = ourOperations();
let answers: Map<string, OperationResponses>;
/** SQL that the sample requests of `/v1` run, including statements of loaders. lists.test.ts checks the lists. */
const statements: Statements = new Map();

beforeAll(async () => {
  const batches = await test.batches(async () => {
    answers = await sendAllSamples(await createScene(test));
  });
  for (const sql of batches) if (!readsAllOrganizations(sql)) statements.set(sql, 'an operation of /v1');
});

/**
 * Reports whether a statement finds the organizations that an address may join. It reads all organizations, because
 * there are few, and each has a list of domains.
 */
const readsAllOrganizations = (sql: string): boolean => sql.includes('"joinable" from "Organization"');

it('no statement of an operation scans a table, or sorts more rows than it returns', async () => {
  expect(statements.size).toBeGreaterThan(100);
  expect(await expensiveStatements(test.url, statements)).toEqual([]);
});

it('the database has no problem after a request of every operation', async () => {
  expect(await findProblems(test.store)).toEqual({ checks: {}, losses: [] });
});

it('every operation that `claimed` lists exists, and is listed once', () => {
  expect(claimed.filter((id) => !ours.has(id))).toEqual([]);
  expect(new Set(claimed).size).toBe(claimed.length);
});

it('every operation has a sample, and every sample belongs to an operation', () => {
  expect(Object.keys(samples).sort()).toEqual(sampleRequests.map(({ id }) => id).sort());
  expect(claimed.filter((id) => !samples[id])).toEqual([]);
});

it.each(sampleRequests)('the sample request of $id succeeds with the documented status', ({ id, status, body }) => {
  const { sample } = answers.get(id)!;
  expect([sample.status, sample.body?.error?.message]).toEqual([status, undefined]);
  expect(body !== undefined).toBe(ours.get(id)!.takesBody);
});

it.each(sampleRequests.filter(({ answer }) => answer !== undefined))(
  'the example response of $id has the members of a real response',
  ({ id, answer }) => {
    expect(ours.get(id)!.validate(answer)).toBe(true);
    expect(Object.keys(answer as object)).toEqual(Object.keys(answers.get(id)!.sample.body));
  },
);

it.each(claimed)('the responses of %s match our own description', (id) => {
  expectAsDescribed(ours.get(id)!);
});

it.skipIf(!hasContract)(
  'the contract has every claimed operation (skipped without a contract below DOCGRAPH_SHARED)',
  () => {
    expect(claimed.filter((id) => !contract().has(id))).toEqual([]);
  },
);

it.skipIf(!hasContract).each(claimed)(
  'the responses of %s match the contract (skipped without a contract below DOCGRAPH_SHARED)',
  (id) => {
    const described = contract().get(id);
    expect(described, `the contract has no operation ${id}`).toBeDefined();
    const own = ours.get(id)!;
    expect([own.method, own.path, own.status]).toEqual([described!.method, described!.path, described!.status]);
    expectAsDescribed(described!);
  },
);

let contractCache: Map<string, DescribedOperation> | undefined;

function contract(): Map<string, DescribedOperation> {
  contractCache ??= contractOperations();
  return contractCache;
}

function expectAsDescribed({ id, status, validate }: DescribedOperation): void {
  const { sample, others } = answers.get(id)!;
  for (const answer of [sample, ...others]) {
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    expect(validate(answer.body) || describeFaults(validate), JSON.stringify(answer.body)).toBe(true);
  }
}

/** Returns short messages with the positions and kinds of differences between a response and the description. */
function describeFaults({ errors }: DescribedOperation['validate']): string[] {
  return (errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

it('the validator of a response refuses values that the description does not allow', () => {
  const { validate } = ours.get('getSpaceById')!;
  const { body } = answers.get('getSpaceById')!.sample;
  for (const broken of [{ ...body, id: 7 }, { ...body, visibility: 'secret' }, { ...body, urls: undefined }, null])
    expect(validate(JSON.parse(JSON.stringify(broken)))).toBe(false);
});
