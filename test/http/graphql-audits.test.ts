import { serverAudits } from 'graphql-http';
import { afterAll, expect, it } from 'vitest';
import { testApp } from '../support/app.js';

const { app } = await testApp();
const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/graphql`;
const audits = serverAudits({ url });
afterAll(() => app.close());

it('all audits of GraphQL over HTTP are run', () => {
  expect(audits.length).toBe(61);
});

// POSTs of JSON take the short way, GETs go through Yoga; the audits have both.
for (const { name, fn } of audits) {
  it(`audit: ${name}`, async () => {
    const result = await fn();
    expect(result.status, 'reason' in result ? `${result.reason}` : '').toBe('ok');
  });
}
