import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { readLogoutToken } from '../../../src/api/oidc/logout-token.js';
import { AppError } from '../../../src/platform/base/errors.js';
import { moveClock } from '../../support/clock.js';
import { sign } from './forgeries.js';
import { oidcScene } from './oidc-scene.js';

const scene = await oidcScene();
const event = 'http://schemas.openid.net/event/backchannel-logout';

/** Returns the logout token that the provider sends. */
async function genuineToken(): Promise<string> {
  await scene.provider.sendLogout('docgraph', { sub: 'ada-1815', sid: 'session-1' });
  const { url, body } = scene.provider.sent.at(-1)!;
  expect(url).toBe('https://docs.test/oidc/oidc_1/backchannel-logout');
  return new URLSearchParams(body).get('logout_token')!;
}

async function refusalOf(token: string): Promise<string> {
  const error = await readLogoutToken(scene.parties, token).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({ code: 'FORBIDDEN', detail: { reason: 'OIDC_INVALID' } });
  return error.cause.message;
}

describe('a logout token', () => {
  it('of a real provider names the person, the session and its own id', async () => {
    const token = await genuineToken();
    const logout = await readLogoutToken(scene.parties, token);
    expect(logout).toMatchObject({ subject: 'ada-1815', sessionId: 'session-1', tokenId: expect.any(String) });
    expect(logout.expiresAt.getTime() - Date.now()).toBeGreaterThan(300_000);
  });

  const cases: [title: string, changes: object, reason: RegExp][] = [
    ['with a nonce, like an ID token', { nonce: 'n' }, /has a nonce/],
    ['without an event', { events: undefined }, /missing required "events" claim/],
    ['with another event', { events: { 'https://other.test': {} } }, /no event of a logout/],
    ['whose event is not an object', { events: { [event]: true } }, /no event of a logout/],
    ['whose events are a text', { events: event }, /no event of a logout/],
    ['without an id', { jti: undefined }, /missing required "jti" claim/],
    ['with an empty id', { jti: '' }, /no id/],
    ['about nobody', { sub: undefined, sid: undefined }, /names no person/],
    ['about a session without a name', { sid: '' }, /`sid` must/],
    ['of another issuer', { iss: 'https://other.test' }, /"iss"/],
    ['for another client', { aud: 'other' }, /"aud"/],
    ['without the time of its issue', { iat: undefined }, /missing required "iat" claim/],
    ['that has expired', { exp: 1 }, /"exp" claim timestamp check failed/],
    ['that is six minutes old', { iat: Math.floor(Date.now() / 1000) - 361 }, /"iat" claim/],
  ];
  it.each(cases)('%s is refused', async (_title, changes, reason) => {
    const claims = { ...decodeJwt(await genuineToken()), ...changes };
    expect(await refusalOf(await sign(claims, scene.provider.key))).toMatch(reason);
  });

  it('is refused if it is truncated, longer than 16,384 characters, or not a JWT', async () => {
    const token = await genuineToken();
    expect(await refusalOf(token.slice(0, -4))).toMatch(/signature verification failed/);
    expect(await refusalOf('a'.repeat(16_385))).toMatch(/over 16384 characters/);
    expect(await refusalOf('a.b')).toMatch(/Invalid/);
  });

  it("with an unknown key makes this server load the provider's keys again, at most once in ten seconds", async () => {
    const token = await genuineToken();
    await readLogoutToken(scene.parties, token);
    let requests = 0;
    scene.tamper = (path, json) => {
      if (path === '/jwks') requests += 1;
      return json;
    };
    const claims = decodeJwt(token);
    const forged = await sign(claims, { ...scene.provider.key, kid: 'unknown' });
    moveClock(11_000);
    for (let attempt = 0; attempt < 3; attempt += 1) expect(await refusalOf(forged)).toMatch(/no applicable key/);
    expect(requests).toBe(1);
  });
});
