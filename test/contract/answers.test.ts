import { beforeAll, expect, it } from 'vitest';
import type { RestAnswer } from '../support/app.js';
import { testApp } from '../support/app.js';
import { requests } from './answers.js';
import { claimed, contractOperations, type Described, hasContract, ourOperations } from './described.js';
import { setScene } from './scene.js';

const test = await testApp();
const ours = ourOperations();
const answers = new Map<string, RestAnswer[]>();

beforeAll(async () => {
  const scene = await setScene(test);
  for (const [id, ask] of Object.entries(requests)) answers.set(id, await ask(scene));
});

it('every claimed operation is served, once', () => {
  expect(claimed.filter((id) => !ours.has(id))).toEqual([]);
  expect(new Set(claimed).size).toBe(claimed.length);
});

it('every claimed operation has real answers to be held against the descriptions', () => {
  expect(claimed.filter((id) => !requests[id])).toEqual([]);
  expect(Object.keys(requests).filter((id) => !claimed.includes(id))).toEqual([]);
});

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
  expect(answers.get(id)?.length).toBeGreaterThan(0);
  for (const answer of answers.get(id)!) {
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
  const [{ body }] = answers.get('getSpaceById') as [RestAnswer];
  for (const broken of [{ ...body, id: 7 }, { ...body, visibility: 'secret' }, { ...body, urls: undefined }, null])
    expect(validate(JSON.parse(JSON.stringify(broken)))).toBe(false);
});
