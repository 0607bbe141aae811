import { expect, it } from 'vitest';
import { testApp } from '../support/app.js';
import { moveClock } from '../support/clock.js';
import { provider } from '../support/database.js';
import { seedMember, seedOrganization, seedSpace } from '../support/seed.js';
import { type Ask, type Bytes, onGraph, onRest, used } from './kept-kit.js';

// An answer from memory takes from the budget what it took to make it, to the last point.

/** One point is for the first use of a token; what takes two at a time finds a single one at last. */
const budget = 42;
const test = await testApp({ RATE_LIMIT: String(budget) });
const { id: organization } = await seedOrganization(test);
const text = `${'A long line of text. '.repeat(500)}\n`;
const space = await seedSpace(test, organization, { 'README.md': `# Welcome\n\n${text}` });

/** Asks until the budget is used up; answers what came, and whether it was from memory. */
async function spend(token: string, ask: Ask): Promise<{ answers: Bytes[]; kept: number }> {
  const answers: Bytes[] = [];
  let kept = 0;
  for (let last = 200; last === 200; ) {
    const batches = await test.batchesOfKnown(async () => answers.push(await ask(test, token)));
    last = answers.at(-1)!.status;
    if (last === 200 && batches.length === 0) kept++;
  }
  return { answers, kept };
}

const left = ({ headers }: Bytes) => Number(headers['ratelimit-remaining']);

/** The same in other words each time, which nothing knows yet: so no answer is kept. */
function everNew(query: string): Ask {
  let times = 0;
  return (app, token) => onGraph(query.replace('query', `query Nr${times++}`))(app, token);
}

it.each<[string, Ask, Ask?]>([
  ['an object of /v1', onRest(`/orgs/${organization}`)],
  ['a list of /v1, whose size counts', onRest(`/orgs/${organization}/spaces?limit=100`)],
  ['a page of /v1, whose text counts', onRest(`/spaces/${space}/content/path/?format=document`)],
  [
    'a query of one object',
    onGraph(`query { space(id: "${space}") { id } }`),
    everNew(`query { space(id: "${space}") { id } }`),
  ],
  [
    'a query of several, which reserves more than it takes',
    onGraph('query { organizations(first: 30) { nodes { id } } }'),
    everNew('query { organizations(first: 30) { nodes { id } } }'),
  ],
])('%s', async (_what, ask, anew) => {
  moveClock(0);
  const reader = await seedMember(test, organization, 'read');
  await used(test, reader.token);
  const { answers, kept } = await spend(reader.token, ask);
  if (provider === 'sqlite') expect(kept).toBeGreaterThan(0);
  const [first, second] = answers.map(left) as [number, number];
  const price = first - second;
  expect(price).toBeGreaterThan(0);
  expect(answers.slice(0, -1).map(left)).toEqual(
    answers.slice(0, -1).map((_, index) => Math.max(0, first - index * price)),
  );
  const refused = answers.at(-1)!;
  expect([refused.status, refused.headers['ratelimit-remaining']]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  if (!anew) return;
  const like = await seedMember(test, organization, 'read');
  await used(test, like.token);
  const made = await spend(like.token, anew);
  expect(made.kept).toBe(0);
  expect(made.answers).toEqual(answers);
});
