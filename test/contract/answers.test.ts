import { beforeAll, expect, it } from 'vitest';
import { samples } from '../../src/app/samples.js';
import { testApp } from '../support/app.js';
import { dearStatements, type Statements } from '../support/grown-plans.js';
import { type Answers, askEverything } from './answers.js';
import { claimed, contractOperations, type Described, hasContract, ourOperations } from './described.js';
import { sampleRequests } from './sample-requests.js';
import { setScene } from './scene.js';

const test = await testApp();
const ours = ourOperations();
let answers: Map<string, Answers>;
/** What all loaders read, and those lists that the table of lists has not. */
const statements: Statements = new Map();

beforeAll(async () => {
  const batches = await test.batches(async () => {
    answers = await askEverything(await setScene(test));
  });
  for (const sql of batches) if (!isGoneThrough(sql)) statements.set(sql, 'an operation of /v1');
});

/** Organizations that an address may join are found among all: they are few, and the domains of each are a list. */
const isGoneThrough = (sql: string): boolean => sql.includes('"joinable" from "Organization"');

it('no read of an operation goes through a table, or sorts more rows than it gives out', async () => {
  expect(statements.size).toBeGreaterThan(100);
  expect(await dearStatements(test.url, statements)).toEqual([]);
});

it('every claimed operation is served, once', () => {
  expect(claimed.filter((id) => !ours.has(id))).toEqual([]);
  expect(new Set(claimed).size).toBe(claimed.length);
});

it('every operation has one sample, and there is none besides', () => {
  expect(Object.keys(samples).sort()).toEqual(sampleRequests.map(({ id }) => id).sort());
  expect(claimed.filter((id) => !samples[id])).toEqual([]);
});

it.each(sampleRequests)('the form of $id is done as it is shown', ({ id, status, body }) => {
  const { sample } = answers.get(id)!;
  expect([sample.status, sample.body?.error?.message]).toEqual([status, undefined]);
  expect(body !== undefined).toBe(ours.get(id)!.takesBody);
});

it.each(sampleRequests.filter(({ answer }) => answer !== undefined))(
  'the answer that is shown of $id has the members of a real one',
  ({ id, answer }) => {
    expect(ours.get(id)!.validate(answer)).toBe(true);
    expect(Object.keys(answer as object)).toEqual(Object.keys(answers.get(id)!.sample.body));
  },
);

it.each(claimed)('the answers of %s are as our own description says', (id) => {
  expectAsDescribed(ours.get(id)!);
});

it.skipIf(!hasContract)(
  'the contract has every claimed operation (skipped where DOCGRAPH_SHARED leads to none)',
  () => {
    expect(claimed.filter((id) => !contract().has(id))).toEqual([]);
  },
);

it.skipIf(!hasContract).each(claimed)(
  'the answers of %s are as the contract says (skipped where DOCGRAPH_SHARED leads to none)',
  (id) => {
    const described = contract().get(id);
    expect(described, `the contract has no operation ${id}`).toBeDefined();
    const own = ours.get(id)!;
    expect([own.method, own.path, own.status]).toEqual([described!.method, described!.path, described!.status]);
    expectAsDescribed(described!);
  },
);

let known: Map<string, Described> | undefined;

function contract(): Map<string, Described> {
  known ??= contractOperations();
  return known;
}

function expectAsDescribed({ id, status, validate }: Described): void {
  const { sample, others } = answers.get(id)!;
  for (const answer of [sample, ...others]) {
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    expect(validate(answer.body) || faultsOf(validate), JSON.stringify(answer.body)).toBe(true);
  }
}

/** Where an answer differs, and how: short enough to be read. */
function faultsOf({ errors }: Described['validate']): string[] {
  return (errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

it('a description refuses what it does not describe', () => {
  const { validate } = ours.get('getSpaceById')!;
  const { body } = answers.get('getSpaceById')!.sample;
  for (const broken of [{ ...body, id: 7 }, { ...body, visibility: 'secret' }, { ...body, urls: undefined }, null])
    expect(validate(JSON.parse(JSON.stringify(broken)))).toBe(false);
});
