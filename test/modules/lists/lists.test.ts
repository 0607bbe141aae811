import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.js';
import { moveClock } from '../../support/clock.js';
import { expensiveStatements, type Statements } from '../../support/large-table-plans.js';
import { type FullWorld, makeFullWorld } from './full-world.js';
import { graphLists, graphWalks } from './graph-lists.js';
import { restLists, restWalk } from './rest-lists.js';
import { type ReadPage, walkPages } from './walk-pages.js';

// The tests derive the lists from the GraphQL schema and the OpenAPI document of `/v1`, so they cover new lists without
// changes.
const test = await testApp();
let world: FullWorld;

beforeAll(async () => {
  world = await makeFullWorld(test);
});

/** Statements that the lists and the loaders of their items run, each with the name of the first list that runs it. */
const statements: Statements = new Map();

async function walkAndRecord(name: string, read: ReadPage): Promise<unknown[]> {
  let whole: unknown[] = [];
  const batches = await test.batches(async () => {
    whole = await walkPages(read);
  });
  for (const sql of batches) if (!statements.has(sql)) statements.set(sql, name);
  return whole;
}

/**
 * Returns the minimum number of items in a list: more than one page of two items, unless an argument filters the list.
 */
const minimumLength = (narrowed: string | undefined): number => (narrowed === undefined ? 3 : 0);

const withNames = <List extends { name: string }>(lists: List[]) => lists.map((list) => [list.name, list] as const);

describe('lists in GraphQL', () => {
  it.each(withNames(graphLists))(
    'are complete and in the same order if read page by page, forwards or backwards: %s',
    async (_, list) => {
      for (const { forwards, backwards } of graphWalks(test, world, list)) {
        const whole = await walkAndRecord(list.name, forwards);
        expect(whole.length).toBeGreaterThanOrEqual(minimumLength(list.narrowed));
        expect((await walkAndRecord(list.name, backwards)).reverse()).toEqual(whole);
      }
    },
  );
});

describe('lists on /v1', () => {
  it.each(withNames(restLists))('are complete and in order if read page by page: %s', async (_, list) => {
    // Stops the clock, because download URLs contain the day.
    moveClock(0);
    const whole = await walkAndRecord(list.name, restWalk(test, world, list));
    expect(whole.length).toBeGreaterThanOrEqual(minimumLength(list.narrowed));
  });
});

// The lists of the server contain all rows of a table. They read the table in index order, up to the end of the page.
it('no statement of a list scans a table or sorts more rows than it returns', async () => {
  expect(statements.size).toBeGreaterThan(300);
  const limited = new Map([...statements].filter(([, list]) => !list.startsWith('Server.')));
  expect(await expensiveStatements(test.url, limited)).toEqual([]);
});
