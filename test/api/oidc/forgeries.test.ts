import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src/platform/base/errors.js';
import { type Forgery, forgeries, sign } from './forgeries.js';
import { oidcScene, type StartedSignIn } from './oidc-scene.js';
import { ada } from './open-provider.js';

// The provider offers all signature algorithms, so that only the rules of the client refuse a token.
const scene = await oidcScene({}, offerAlgorithms);

function offerAlgorithms(path: string, json: Record<string, any>): object {
  return path.endsWith('openid-configuration')
    ? { ...json, id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'] }
    : json;
}

async function refusalOf(attempt: Promise<unknown>): Promise<AppError> {
  const error = (await attempt.catch((thrown) => thrown)) as AppError;
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({ code: 'FORBIDDEN', status: 403, detail: { reason: 'OIDC_INVALID' } });
  return error;
}

const reasonOf = ({ cause }: AppError): string => (cause as Error).message;

/** Runs a sign-in whose ID token is replaced before the client gets it. */
async function signInWith({ forge }: Pick<Forgery, 'forge'>) {
  const begun = await scene.begin();
  scene.tamper = async (path, json) => {
    if (path !== '/token') return offerAlgorithms(path, json);
    const genuine = json.id_token as string;
    return { ...json, id_token: await forge({ genuine, claims: decodeJwt(genuine), key: scene.provider.key }) };
  };
  return scene.finish(begun).finally(() => {
    scene.tamper = offerAlgorithms;
  });
}

describe('an ID token is refused', () => {
  it('unless it is genuine', async () => {
    const identity = { subject: ada.sub, email: 'ada@idp.test', displayName: 'Ada Lovelace', groups: null };
    expect(await signInWith({ forge: ({ genuine }) => genuine })).toMatchObject(identity);
  });

  it.each(forgeries)('$title', async ({ forge, reason }) => {
    const error = await refusalOf(signInWith({ forge }));
    expect(reasonOf(error)).toMatch(reason);
  });

  it('with the same message for every reason; only the log has the reason, without the token', async () => {
    const errors = [];
    for (const { forge } of forgeries.slice(0, 8)) errors.push(await refusalOf(signInWith({ forge })));
    const texts = errors.map((error) => JSON.stringify([error.message, error.detail, Object.keys(error)]));
    expect(new Set(texts).size).toBe(1);
    for (const error of errors) expect(reasonOf(error)).not.toMatch(/eyJ|ada/);
  });

  it('unless it expired less than a minute ago', async () => {
    const late = Math.floor(Date.now() / 1000) - 50;
    expect(
      await signInWith({ forge: ({ claims, key }) => sign({ ...claims, iat: late - 10, exp: late }, key) }),
    ).toMatchObject({ subject: ada.sub });
  });
});

describe('a response is refused', () => {
  const changed = ({ query, ...begun }: StartedSignIn, change: (query: URLSearchParams) => void): StartedSignIn => {
    const parameters = new URLSearchParams(query);
    change(parameters);
    return { ...begun, query: `?${parameters}` };
  };
  const cases: [title: string, change: (query: URLSearchParams) => void, reason: RegExp][] = [
    ['of another provider', (query) => query.set('iss', 'https://other.test'), /unexpected "iss" \(issuer\)/],
    ['that does not name its provider', (query) => query.delete('iss'), /"iss" \(issuer\) missing/],
    ['with the state of another sign-in', (query) => query.set('state', 'x'), /unexpected "state"/],
    ['without a state', (query) => query.delete('state'), /"state" missing/],
    ['with two states', (query) => query.append('state', 'x'), /provided only once/],
    ['with two codes', (query) => query.append('code', 'x'), /provided only once/],
    ['without a code', (query) => query.delete('code'), /no auth\w* code|code/],
    ['with an unknown code', (query) => query.set('code', 'x'), /The token endpoint answered "invalid_grant/],
    ['with a token in its address', (query) => query.set('id_token', 'x.y.z'), /unsupported operation/],
    ['that is an error', (query) => query.set('error', 'access_denied'), /The provider answered "access_denied/],
  ];
  it.each(cases)('%s', async (_title, change, reason) => {
    const error = await refusalOf(scene.finish(changed(await scene.begin(), change)));
    expect(reasonOf(error)).toMatch(reason);
  });

  it('when its code is used again', async () => {
    const begun = await scene.begin();
    await scene.finish(begun);
    expect(reasonOf(await refusalOf(scene.finish(begun)))).toMatch(/invalid_grant/);
  });

  it('in another browser, whose PKCE verifier differs', async () => {
    const begun = { ...(await scene.begin()), browserSecret: 'another' };
    expect(reasonOf(await refusalOf(scene.finish(begun)))).toMatch(/invalid_grant/);
  });

  it('with a code of the same provider for another sign-in', async () => {
    const [first, second] = [await scene.begin(), await scene.begin()];
    const code = new URLSearchParams(second.query).get('code')!;
    const mixed = changed(first, (query) => query.set('code', code));
    expect(reasonOf(await refusalOf(scene.finish(mixed)))).toMatch(/invalid_grant/);
  });

  it('if the UserInfo endpoint returns another person', async () => {
    const begun = await scene.begin();
    scene.tamper = async (path, json) => {
      if (path === '/me') return { ...json, sub: 'eve' };
      if (path !== '/token') return json;
      const { email: _, ...claims } = decodeJwt(json.id_token);
      return { ...json, id_token: await sign(claims, scene.provider.key) };
    };
    const error = await refusalOf(scene.finish(begun));
    scene.tamper = offerAlgorithms;
    expect(reasonOf(error)).toMatch(/"sub"/);
  });
});
