import { serverAudits } from 'graphql-http';
import { expect, it } from 'vitest';
import { testApp } from '../../support/app.js';
import { listen } from './server-kit.js';

const audits = serverAudits({ url: `${await listen(await testApp())}/graphql` });

it('runs all 61 audits of GraphQL over HTTP', () => {
  expect(audits).toHaveLength(61);
});

for (const { id, name, fn } of audits) {
  it(`audit ${id}: ${name}`, async () => {
    const result = await fn();
    expect(result.status, 'reason' in result ? result.reason : undefined).toBe('ok');
  });
}
