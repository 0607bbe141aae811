import { describe, expect, it } from 'vitest';
import { createAttempts } from '../../../src/api/http/limits/attempts.js';
import { testApp } from '../../support/app.js';
import { seedOrganization } from '../../support/seed.js';

const test = await testApp({ RATE_LIMIT: '100000' });

/** A request from an address of its own, with a token. */
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

/** Statuses of bad tokens from one address, one after the other. */
async function guess(from: string, times: number, headers?: object): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < times; index += 1)
    statuses.push((await ask(`dg_guess${index}`, { from, headers })).statusCode);
  return statuses;
}

describe('tokens that are refused', () => {
  it('are 401 sixty times a minute from an address, then 429 with the seconds to wait, on both faces', async () => {
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

  it('leave good tokens from the same address alone', async () => {
    const { admin } = await seedOrganization(test);
    await guess('10.1.0.2', 62);
    expect((await ask(admin.token, { from: '10.1.0.2' })).statusCode).toBe(200);
    expect((await ask(admin.token, { from: '10.1.0.2', url: '/graphql' })).statusCode).toBe(200);
  });

  it('are counted by the address of the socket, whatever headers say', async () => {
    await guess('10.1.0.3', 60);
    expect(await guess('10.1.0.3', 1, { 'x-forwarded-for': '10.9.9.9', 'x-real-ip': '10.9.9.9' })).toEqual([429]);
    expect(await guess('10.1.0.4', 1)).toEqual([401]);
  });

  it('count where the header is no bearer token; requests without one do not', async () => {
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

describe('a limit of attempts', () => {
  it('is for each key, and tells the seconds to wait', async () => {
    const attempt = createAttempts(2);
    await Promise.all([attempt('ann'), attempt('ann'), attempt('bo')]);
    const error = await attempt('ann').catch((refused) => refused);
    expect(error).toMatchObject({ code: 'RATE_LIMITED', detail: { retryAfter: expect.any(Number) } });
    expect(error.detail.retryAfter).toBeGreaterThan(0);
    await expect(attempt('bo')).resolves.toBeUndefined();
  });

  it('is none where it is off', async () => {
    const attempt = createAttempts(null);
    for (let index = 0; index < 100; index += 1) await attempt('ann');
  });
});
