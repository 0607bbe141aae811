import { expect, it } from 'vitest';
import { ingestSome } from '../contract/scene.js';
import { openProposal } from '../domains/change-requests/proposal.js';
import { seedSite } from '../domains/sites/site-kit.js';
import { testApp } from '../support/app.js';
import { moveClock } from '../support/clock.js';
import { seedOrganization, seedSpace } from '../support/seed.js';
import { type Ask, fourTimes, onGraph, onRest, untilKept, used } from './kept-kit.js';

// What takes the time to be told is made anew each time; signed addresses are others after half an hour.

const test = await testApp();
const acme = await seedOrganization(test);
const { id: organization, admin } = acme;
await used(test, admin.token);

/** A change request into a space whose rules ask how old it is. */
async function ageRule(): Promise<Ask> {
  const space = await seedSpace(test, organization);
  const rules = [{ rule: 'custom', expression: 'changeRequest.age > 1' }];
  await test.rest('PATCH', `/spaces/${space}`, { ...admin, body: { mergeRules: { type: 'rules', rules } } });
  const { id } = await openProposal(test, space, admin.token);
  return onGraph(`{ changeRequest(id: "${id}") { mergeRules { holds } } }`);
}

async function timeInText(): Promise<Ask> {
  const space = await seedSpace(test, organization, {
    'README.md': '# Now\n\nIt is <code class="expression">now()</code>.\n',
  });
  return onRest(`/spaces/${space}/content/path/?evaluated=true&format=markdown`);
}

async function replacedKey(): Promise<Ask> {
  const site = await seedSite(test, acme, { visibility: 'visitor-auth' });
  await site.ask('POST', '/publishing/auth/regenerate');
  return onGraph(`{ site(id: "${site.id}") { publishingAuth { oldPrivateKey } } }`);
}

async function pulse(): Promise<Ask> {
  const { cluster } = await ingestSome(test, { organization, admin });
  return onRest(`/orgs/${organization}/conversations-clusters/${cluster}`);
}

it.each<[string, () => Promise<Ask>]>([
  ['a rule that asks how old a change request is', ageRule],
  ['a text that tells the time', timeInText],
  ['the key that a site had before', replacedKey],
  ['how many conversations of this week there were', pulse],
])('%s', async (_what, make) => {
  const ask = await make();
  expect(await ask(test, admin.token)).toMatchObject({ status: 200, body: expect.not.stringContaining('"errors"') });
  const costs = await fourTimes(test, () => ask(test, admin.token));
  expect(costs.every((batches) => batches > 0)).toBe(true);
});

it('the key that a site had before ends, though nothing was written', async () => {
  const ask = await replacedKey();
  await used(test, admin.token);
  for (let time = 0; time < 4; time++) expect((await ask(test, admin.token)).body).toContain('"oldPrivateKey":"');
  moveClock(3_601_000);
  expect((await ask(test, admin.token)).body).toContain('"oldPrivateKey":null');
});

it('an address that ends in an hour is another one half an hour later', async () => {
  const space = await seedSpace(test, organization);
  const ask = onRest(`/spaces/${space}/pdf`);
  const kept = await untilKept(test, () => ask(test, admin.token));
  expect(kept.status).toBe(200);
  moveClock(1_800_000);
  expect(JSON.parse((await ask(test, admin.token)).body).url).not.toBe(JSON.parse(kept.body).url);
});
