import { createHmac, createPublicKey } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import { newSigningKey, type SigningKey } from './open-provider.js';

/** A forged ID token, made of the claims of a genuine one. */
export interface Forgery {
  title: string;
  /** Returns the token. `genuine` is the token of the provider. */
  forge(source: ForgerySource): Promise<string> | string;
  /** Reason in the log. */
  reason: RegExp;
}

/** A genuine token, its claims, and the key of the provider. */
export interface ForgerySource {
  genuine: string;
  claims: Record<string, any>;
  key: SigningKey;
}

/** Signs claims with the key of a provider. */
export async function sign(claims: Record<string, unknown>, key: SigningKey, header: object = {}): Promise<string> {
  const protectedHeader = { alg: 'RS256', kid: key.kid, ...header };
  return new SignJWT(claims).setProtectedHeader(protectedHeader).sign(await importJWK(key, 'RS256'));
}

const otherKey = newSigningKey('key-1');
const now = (): number => Math.floor(Date.now() / 1000);
const hour = 3_600;

/** Returns a forgery with changed claims and a valid signature of the provider. */
function withChangedClaims(
  title: string,
  changes: (claims: ForgerySource['claims']) => object,
  reason: RegExp,
): Forgery {
  return { title, reason, forge: ({ claims, key }) => sign({ ...claims, ...changes(claims) }, key) };
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function withSecret(header: object, claims: object, secret: string): string {
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

const wrongClaims: Forgery[] = [
  withChangedClaims('of another issuer', () => ({ iss: 'https://other.test' }), /unexpected JWT "iss"/),
  withChangedClaims(
    'of an issuer whose URL begins with that of the provider',
    ({ iss }) => ({ iss: `${iss}.evil.test` }),
    /unexpected JWT "iss"/,
  ),
  withChangedClaims('without an issuer', () => ({ iss: undefined }), /"iss".* missing/),
  withChangedClaims('for another client', () => ({ aud: 'other' }), /unexpected JWT "aud"/),
  withChangedClaims('for a list of other clients', () => ({ aud: ['other', 'docgraph2'] }), /unexpected JWT "aud"/),
  withChangedClaims('without an audience', () => ({ aud: undefined }), /"aud".* missing/),
  withChangedClaims(
    'for several clients without the authorized one',
    () => ({ aud: ['docgraph', 'x'] }),
    /additional untrusted audiences/,
  ),
  withChangedClaims('that authorizes another client', () => ({ aud: ['docgraph', 'x'], azp: 'x' }), /"azp"/),
  withChangedClaims('without a nonce', () => ({ nonce: undefined }), /"nonce".* missing/),
  withChangedClaims('with the nonce of another sign-in', () => ({ nonce: 'n'.repeat(43) }), /"nonce"/),
  withChangedClaims('that expired more than a minute ago', () => ({ exp: now() - 61 }), /"exp".* past/),
  withChangedClaims('that never expires', () => ({ exp: undefined }), /"exp".* missing/),
  withChangedClaims('whose expiry is a text', () => ({ exp: 'tomorrow' }), /"exp"/),
  withChangedClaims('that is not valid yet', () => ({ nbf: now() + hour }), /"nbf"/),
  withChangedClaims(
    'that was issued an hour ago',
    () => ({ iat: now() - hour }),
    /"iat" claim timestamp check failed \(too far in the past/,
  ),
  withChangedClaims(
    'that is issued in the future',
    () => ({ iat: now() + hour, exp: now() + 2 * hour }),
    /"iat" claim .*should be in the past/,
  ),
  withChangedClaims('without the time of its issue', () => ({ iat: undefined }), /"iat".* missing/),
  withChangedClaims('without a person', () => ({ sub: undefined }), /"sub".* missing/),
  withChangedClaims('about a person of 256 characters', () => ({ sub: 'a'.repeat(256) }), /`sub` must have 1 to 255/),
  withChangedClaims(
    'about a person whose id has a Cyrillic letter',
    () => ({ sub: '\u0430da-1815' }),
    /`sub` must have .* ASCII/,
  ),
  withChangedClaims('about a person whose id is a number', () => ({ sub: 1815 }), /"sub"/),
  withChangedClaims(
    'with a Cyrillic letter in its e-mail address',
    () => ({ email: 'ada@idp.test'.replace('a', '\u0430') }),
    /`email` must be/,
  ),
  withChangedClaims(
    'with a Kelvin sign in its e-mail address',
    () => ({ email: '\u212A@idp.test' }),
    /`email` must be/,
  ),
  withChangedClaims(
    'with several e-mail addresses',
    () => ({ email: ['ada@idp.test', 'eve@idp.test'] }),
    /`email` must be/,
  ),
  withChangedClaims(
    'with two e-mail addresses in one value',
    () => ({ email: 'ada@idp.test,eve@idp.test' }),
    /`email` must be/,
  ),
];

const badlySigned: Forgery[] = [
  {
    title: 'without a signature (alg none)',
    forge: ({ claims }) => `${encode({ alg: 'none' })}.${encode(claims)}.`,
    reason: /"alg" \(Algorithm\) Header Parameter value not allowed/,
  },
  {
    title: 'whose signature is the public key used as a secret',
    forge: ({ claims, key }) => {
      const jwk = { kty: key.kty!, n: key.n!, e: key.e! };
      const pem = createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
      return withSecret({ alg: 'HS256', kid: key.kid }, claims, `${pem}`);
    },
    reason: /"alg" \(Algorithm\) Header Parameter value not allowed/,
  },
  {
    title: 'signed with the client secret',
    forge: ({ claims }) => withSecret({ alg: 'HS256' }, claims, 'a secret of a client, 32 bytes long'),
    reason: /"alg" \(Algorithm\) Header Parameter value not allowed/,
  },
  {
    title: 'signed with an algorithm that the provider does not list',
    forge: ({ claims, key }) =>
      sign(claims, key, { alg: 'RS512' }).catch(() => withSecret({ alg: 'RS512' }, claims, 'x')),
    reason: /unexpected JWT "alg"/,
  },
  {
    title: 'signed with the key of another provider that has the same key id',
    forge: ({ claims }) => sign(claims, otherKey),
    reason: /signature verification failed/,
  },
  {
    title: 'signed with a key that the provider does not list',
    forge: ({ claims }) => sign(claims, { ...otherKey, kid: 'unknown' }),
    reason: /no applicable key found/,
  },
  {
    title: 'that contains its own key',
    forge: ({ claims }) => {
      const { kty, n, e } = otherKey;
      return sign(claims, otherKey, { jwk: { kty, n, e }, kid: undefined });
    },
    reason: /signature verification failed/,
  },
  {
    title: 'that contains the URL of its own keys',
    forge: ({ claims }) => sign(claims, otherKey, { jku: 'https://evil.test/keys', kid: undefined }),
    reason: /signature verification failed/,
  },
  {
    title: 'with a critical header parameter',
    forge: ({ claims, key }) => sign(claims, key, { crit: ['b64'], b64: true }),
    reason: /crit/,
  },
  {
    title: 'whose claims were changed after it was signed',
    forge: ({ genuine, claims }) => {
      const [header, , signature] = genuine.split('.');
      return [header, encode({ ...claims, email: 'eve@idp.test' }), signature].join('.');
    },
    reason: /signature verification failed/,
  },
  {
    title: 'whose signature is truncated',
    forge: ({ genuine }) => genuine.slice(0, -4),
    reason: /signature verification failed/,
  },
  { title: 'that is not a token', forge: () => 'token', reason: /Invalid JWT/ },
  { title: 'that is encrypted', forge: () => 'a.b.c.d.e', reason: /JWE decryption is not configured|unsupported/ },
];

/** All forgeries of ID tokens. */
export const forgeries: readonly Forgery[] = [...wrongClaims, ...badlySigned];
