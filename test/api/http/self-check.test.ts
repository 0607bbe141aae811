import { expect, it } from 'vitest';
import { selfCheckPath } from '../../../src/api/http/self-check.js';
import { packageVersion } from '../../../src/platform/base/package-path.js';
import { selfCheckHeader, selfCheckValue } from '../../../src/platform/secrets/self-check.js';
import { secret, testApp } from '../../support/app.js';

const { app } = await testApp({ TRUSTED_PROXIES: '10.0.0.0/8' });

function ask(headers: Record<string, string>, body = 'text', remoteAddress = '10.0.0.1') {
  return app.inject({
    method: 'POST',
    url: selfCheckPath,
    remoteAddress,
    headers: { 'content-type': 'application/json', host: 'docs.test', ...headers },
    payload: JSON.stringify(body),
  });
}

const signed = (own = secret, at = Date.now()) => ({ [selfCheckHeader]: selfCheckValue(own, at) });

it('a signed self-check request gets what the server received, as two events', async () => {
  const headers = { ...signed(), 'x-forwarded-for': '192.0.2.7', 'x-forwarded-host': 'public.test' };
  const { statusCode, body, headers: sent } = await ask(headers);
  expect([statusCode, sent['content-type'], sent['cache-control']]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
    'no-store',
  ]);
  const [first, second] = body.split('\n\n');
  expect(second).toBe('event: end\ndata: {}');
  expect(JSON.parse(first!.split('\ndata: ')[1]!)).toEqual({
    nonce: headers[selfCheckHeader]!.split('.')[0],
    version: packageVersion(),
    peer: '10.0.0.1',
    isForwarded: true,
    isTrusted: true,
    host: 'docs.test',
    forwardedHost: 'public.test',
    bodyLength: 4,
  });
  const untrusted = await ask({ ...signed(), 'x-forwarded-for': '192.0.2.7' }, '', '192.0.2.1');
  expect(untrusted.body).toContain('"isForwarded":true,"isTrusted":false');
});

it('the self-check returns 404 to unsigned requests, and to signatures of another secret or time', async () => {
  const minute = 60_000;
  for (const headers of [
    {},
    { [selfCheckHeader]: 'a.b.c' },
    signed('another secret of 32 bytes or more'),
    signed(secret, Date.now() - 6 * minute),
    signed(secret, Date.now() + 6 * minute),
  ]) {
    const { statusCode, body } = await ask(headers as Record<string, string>);
    expect([statusCode, JSON.parse(body).error.message]).toEqual([404, `No such path: POST ${selfCheckPath}`]);
  }
});
