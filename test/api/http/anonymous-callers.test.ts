import { getIntrospectionQuery } from 'graphql';
import { beforeEach, describe, expect, it } from 'vitest';
import { callerAddress } from '../../../src/api/http/connection/caller-address.js';
import { testApp } from '../../support/app.js';
import { moveClock } from '../../support/clock.js';

beforeEach(() => moveClock(0));

type Test = Awaited<ReturnType<typeof testApp>>;

/** Sends a query without a token from an IP address, optionally with an `X-Forwarded-For` header. */
function ask({ app }: Test, query: string, { from = '192.0.2.1', via }: { from?: string; via?: string } = {}) {
  const headers = { 'content-type': 'application/json', ...(via && { 'x-forwarded-for': via }) };
  return app.inject({ method: 'POST', url: '/graphql', remoteAddress: from, headers, payload: { query } });
}

const left = (answer: Awaited<ReturnType<typeof ask>>) => Number(answer.headers['ratelimit-remaining']);

describe('a caller without a token', () => {
  it('has a budget of 1,000 points an hour for the address', async () => {
    const test = await testApp({ RATE_LIMIT: '100000' });
    const { headers } = await ask(test, '{ __typename }');
    expect(headers).toMatchObject({ 'ratelimit-limit': '1000', 'ratelimit-remaining': '999' });
  });

  it('never has a larger budget than a user', async () => {
    const test = await testApp({ RATE_LIMIT: '20' });
    expect((await ask(test, '{ __typename }')).headers['ratelimit-limit']).toBe('20');
  });

  it('pays a point for each 500 characters of a new document, and none for a cached one', async () => {
    const test = await testApp({ RATE_LIMIT: '100000' });
    const query = `{ __typename } #${'x'.repeat(1_200)}`;
    expect(left(await ask(test, query))).toBe(997);
    expect(left(await ask(test, query))).toBe(996);
  });

  it('gets a 429 for an empty budget before the document is parsed', async () => {
    const test = await testApp({ RATE_LIMIT: '2' });
    const answer = await ask(test, `{ nonsense #${'x'.repeat(2_000)}`);
    expect([answer.statusCode, answer.json().errors[0].extensions.code]).toEqual([429, 'RATE_LIMITED']);
  });

  it('gets the same introspection response for any operation name', async () => {
    const test = await testApp();
    const named = (name: string) => ask(test, getIntrospectionQuery().replace('IntrospectionQuery', name));
    const [one, other] = [await named('One'), await named('Other')];
    expect(one.statusCode).toBe(200);
    expect(other.body).toBe(one.body);
  });
});

describe('a request through a proxy', () => {
  it('is counted for the address of the socket if no proxy is trusted', async () => {
    const test = await testApp({ RATE_LIMIT: '100000' });
    await ask(test, '{ __typename }', { from: '10.1.2.3', via: '203.0.113.1' });
    expect(left(await ask(test, '{ __typename }', { from: '10.1.2.3', via: '203.0.113.2' }))).toBe(998);
  });

  it('is counted for the address of the caller if the proxy is trusted', async () => {
    const test = await testApp({ RATE_LIMIT: '100000', TRUSTED_PROXIES: '10.0.0.0/8' });
    const from = '10.1.2.3';
    await ask(test, '{ __typename }', { from, via: '203.0.113.1' });
    expect(left(await ask(test, '{ __typename }', { from, via: '203.0.113.2' }))).toBe(999);
    expect(left(await ask(test, '{ __typename }', { from, via: '203.0.113.1' }))).toBe(998);
  });

  it('ignores addresses that the caller wrote before the address from the proxy', async () => {
    const test = await testApp({ RATE_LIMIT: '100000', TRUSTED_PROXIES: '10.0.0.0/8' });
    const from = '10.1.2.3';
    await ask(test, '{ __typename }', { from, via: '198.51.100.7, 203.0.113.1' });
    expect(left(await ask(test, '{ __typename }', { from, via: '198.51.100.8, 203.0.113.1' }))).toBe(998);
  });

  it('ignores X-Forwarded-For from an address that is not a trusted proxy', async () => {
    const test = await testApp({ RATE_LIMIT: '100000', TRUSTED_PROXIES: '10.0.0.0/8' });
    await ask(test, '{ __typename }', { from: '192.0.2.1', via: '203.0.113.1' });
    expect(left(await ask(test, '{ __typename }', { from: '192.0.2.1', via: '203.0.113.2' }))).toBe(998);
  });
});

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
])('the address %s is counted as %s', (ip, counted) => {
  expect(callerAddress({ ip })).toBe(counted);
});
