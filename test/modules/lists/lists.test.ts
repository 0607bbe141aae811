import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.js';
import { moveClock } from '../../support/clock.js';
import { dearStatements, type Statements } from '../../support/grown-plans.js';
import { type FullWorld, makeFullWorld } from './full-world.js';
import { graphLists, graphWalks } from './graph-lists.js';
import { restLists, restWalk } from './rest-lists.js';
import { type ReadPage, walkPages } from './walk-pages.js';

// Lists come from the schema and the description of /v1: a new one is walked without a line here.
const test = await testApp();
let world: FullWorld;

beforeAll(async () => {
  world = await makeFullWorld(test);
});

/** What is read meanwhile: the statements of all lists, and of what their items load. */
const statements: Statements = new Map();

async function walked(name: string, read: ReadPage): Promise<unknown[]> {
  let whole: unknown[] = [];
  const batches = await test.batches(async () => {
    whole = await walkPages(read);
  });
  for (const sql of batches) if (!statements.has(sql)) statements.set(sql, name);
  return whole;
}

/** A walk shows something where there are two pages and more at least; a narrowed list may be short. */
const fewest = (narrowed: string | undefined): number => (narrowed === undefined ? 3 : 0);

const named = <List extends { name: string }>(lists: List[]) => lists.map((list) => [list.name, list] as const);

describe('in the graph', () => {
  it.each(named(graphLists))('the pages of %s are the list in its order, forwards and backwards', async (_, list) => {
    for (const { forwards, backwards } of graphWalks(test, world, list)) {
      const whole = await walked(list.name, forwards);
      expect(whole.length).toBeGreaterThanOrEqual(fewest(list.narrowed));
      expect((await walked(list.name, backwards)).reverse()).toEqual(whole);
    }
  });
});

describe('on /v1', () => {
  it.each(named(restLists))('the pages of %s are the list in its order', async (_, list) => {
    // Addresses of downloads have the day in them.
    moveClock(0);
    const whole = await walked(list.name, restWalk(test, world, list));
    expect(whole.length).toBeGreaterThanOrEqual(fewest(list.narrowed));
  });
});

it('no statement of them goes through a table, or sorts more rows than it gives out', async () => {
  expect(statements.size).toBeGreaterThan(300);
  expect(await dearStatements(test.url, statements)).toEqual([]);
});
