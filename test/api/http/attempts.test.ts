import { describe, expect, it } from 'vitest';
import { createAttemptLimit } from '../../../src/api/http/limits/attempts.js';
import { testApp } from '../../support/app.js';
import { attemptLimit } from '../../support/attempt-limit.js';
import { seedOrganization } from '../../support/seed.js';

const test = await testApp({ RATE_LIMIT: '100000' });

/** Sends a request with a token from a given address. */
const ask = (
  token: string,
  { from, url = '/v1/user', headers = {} }: { from: string; url?: string; headers?: object },
) =>
  test.app.inject({
    method: url === '/graphql' ? 'POST' : 'GET',
    url,
    remoteAddress: from,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(url === '/graphql' && { payload: { query: '{ __typename }' } }),
  });

/** Sends invalid tokens from one address in sequence. Returns the statuses. */
async function guess(from: string, times: number, headers?: object): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < times; index += 1)
    statuses.push((await ask(`dg_guess${index}`, { from, headers })).statusCode);
  return statuses;
}

describe('invalid tokens', () => {
  it('get a 401 up to sixty times a minute from one address, then a 429 with the seconds to wait, on both APIs', async () => {
    expect(new Set(await guess('10.1.0.1', 60))).toEqual(new Set([401]));
    const rest = await ask('dg_another', { from: '10.1.0.1' });
    expect([rest.statusCode, rest.json().error.message]).toEqual([
      429,
      expect.stringMatching(/^The 60 attempts of a minute/),
    ]);
    const graph = await ask('dg_another', { from: '10.1.0.1', url: '/graphql' });
    expect([graph.statusCode, graph.json().errors[0].extensions.code]).toEqual([429, 'RATE_LIMITED']);
    for (const { headers } of [rest, graph]) {
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    }
  });

  it('do not affect valid tokens from the same address', async () => {
    const { admin } = await seedOrganization(test);
    await guess('10.1.0.2', 62);
    expect((await ask(admin.token, { from: '10.1.0.2' })).statusCode).toBe(200);
    expect((await ask(admin.token, { from: '10.1.0.2', url: '/graphql' })).statusCode).toBe(200);
  });

  it('are counted by the address of the socket, whatever the headers say', async () => {
    await guess('10.1.0.3', 60);
    expect(await guess('10.1.0.3', 1, { 'x-forwarded-for': '10.9.9.9', 'x-real-ip': '10.9.9.9' })).toEqual([429]);
    expect(await guess('10.1.0.4', 1)).toEqual([401]);
  });

  it('include malformed Authorization headers, but not requests without the header', async () => {
    for (let index = 0; index < 70; index += 1) await test.app.inject({ url: '/v1/user', remoteAddress: '10.1.0.5' });
    expect(await guess('10.1.0.5', 1)).toEqual([401]);
    for (let index = 0; index < 60; index += 1) await ask('', { from: '10.1.0.6' });
    expect(await guess('10.1.0.6', 1)).toEqual([429]);
  });

  it('are not counted with RATE_LIMIT=off', async () => {
    const free = await testApp();
    for (let index = 0; index < 65; index += 1)
      expect((await free.rest('GET', '/user', { token: 'dg_guess' })).status).toBe(401);
  });
});

describe('an attempt limit', () => {
  it('applies to each key and states the seconds to wait', async () => {
    const attempt = attemptLimit(2);
    await Promise.all([attempt('ann'), attempt('ann'), attempt('bo')]);
    const error = await attempt('ann').catch((refused) => refused);
    expect(error).toMatchObject({ code: 'RATE_LIMITED', detail: { retryAfter: expect.any(Number) } });
    expect(error.detail.retryAfter).toBeGreaterThan(0);
    await expect(attempt('bo')).resolves.toBeUndefined();
  });

  it('does not apply if it is off', async () => {
    const attempt = createAttemptLimit(null, 1);
    for (let index = 0; index < 100; index += 1) await attempt('ann');
  });
});
