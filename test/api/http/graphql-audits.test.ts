import { serverAudits } from 'graphql-http';
import { expect, it } from 'vitest';
import { testApp } from '../../support/app.js';
import { listen } from './server-kit.js';

const audits = serverAudits({ url: `${await listen(await testApp())}/graphql` });

it('the audit suite of GraphQL over HTTP has 61 audits, and all run', () => {
  expect(audits).toHaveLength(61);
});

for (const { id, name, fn } of audits) {
  it(`the server passes audit ${id}: ${name}`, async () => {
    const result = await fn();
    expect(result.status, 'reason' in result ? result.reason : undefined).toBe('ok');
  });
}
