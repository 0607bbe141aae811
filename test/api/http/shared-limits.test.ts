import { expect, it } from 'vitest';
import { anotherInstance, type TestApp, testApp } from '../../support/app.js';
import { provider } from '../../support/database.js';
import { seedOrganization } from '../../support/seed.js';

const env = { RATE_LIMIT: '200' };
const first = await testApp(env);

/** Sends the same query until a call is refused, and returns the number of calls that were served. */
async function spend(instances: readonly TestApp[], token: string): Promise<number> {
  for (let served = 0; ; served += 1) {
    const instance = instances[served % instances.length]!;
    const { status } = await instance.graphql('{ organizations(first: 1) { nodes { id } } }', { token });
    if (status === 429) return served;
  }
}

// SQLite has one server.
it.runIf(provider === 'postgresql')(
  'two instances share the budget of a caller, and the attempts of an address',
  async () => {
    const second = await anotherInstance(first, 10, env);
    const { admin } = await seedOrganization(first);
    const served = await spend([first, second], admin.token);
    // A call costs 2 points. The instance that did not refuse may hold a lease of a few points.
    expect(served).toBeGreaterThanOrEqual(85);
    expect(served).toBeLessThanOrEqual(100);
    const statuses: number[] = [];
    for (let guess = 0; guess < 80; guess += 1)
      statuses.push((await [first, second][guess % 2]!.rest('GET', '/user', { token: 'dg_guess' })).status);
    const accepted = statuses.filter((status) => status === 401).length;
    expect(accepted).toBeGreaterThanOrEqual(54);
    expect(accepted).toBeLessThanOrEqual(60);
  },
);
