import type { FastifyReply, FastifyRequest } from 'fastify';
import type { VisitorParameters } from '../../../render/html/responses.js';

/** Names of query parameters for the values that an address may hold; `visitor.<name>` are claims. */
const inQuery = { shareKey: 'shareKey', visitorToken: 'jwt_token', theme: 'theme' } as const;

/**
 * Maximum length of a cookie's value that browsers store, in characters. It leaves room for the name and attributes of
 * the cookie.
 */
const maxValue = 3_800;

/** Maximum number of cookies for one token. */
const maxParts = 3;

/** Number of seconds that a browser stores the values; a token may expire earlier. */
const seconds = 30 * 86_400;

/** Returns the values in the query of an address, which are stored in cookies; null if there are none. */
export function visitorParametersInQuery(query: Readonly<Record<string, unknown>>): Partial<VisitorParameters> | null {
  const text = (name: string): string | undefined => {
    const value = [query[name]].flat().at(-1);
    return typeof value === 'string' ? value : undefined;
  };
  const claims = Object.keys(query).filter((name) => /^visitor\.[\w-]{1,50}$/.test(name));
  const brought: Partial<VisitorParameters> = {};
  for (const name of ['shareKey', 'visitorToken'] as const) {
    const value = text(inQuery[name]);
    if (value !== undefined) brought[name] = /^[\w.-]*$/.test(value) ? value : '';
  }
  const theme = text(inQuery.theme);
  if (theme === 'light' || theme === 'dark') brought.theme = theme;
  if (claims.length > 0)
    brought.claims = Object.fromEntries(claims.map((name) => [name.slice('visitor.'.length), claimOf(text(name)!)]));
  return Object.keys(brought).length === 0 ? null : brought;
}

/** Returns a query without the parameters that are stored in cookies. */
export function withoutVisitorParameters(search: string): string {
  const query = new URLSearchParams(search);
  const cookieParameters = new Set<string>(Object.values(inQuery));
  for (const name of [...query.keys()])
    if (cookieParameters.has(name) || name.startsWith('visitor.')) query.delete(name);
  const rest = query.toString();
  return rest === '' ? '' : `?${rest}`;
}

/** Returns the values in the cookies of a request. */
export function visitorParametersInCookies({ headers }: Pick<FastifyRequest, 'headers'>): VisitorParameters {
  const cookies = cookiesIn(headers.cookie ?? '');
  const theme = cookies.get('theme');
  const token = Array.from({ length: maxParts }, (_, part) => cookies.get(`visitor-token-${part}`) ?? '').join('');
  return {
    shareKey: cookies.get('share-key') ?? null,
    visitorToken: token === '' ? null : token,
    claims: claimsIn(cookies.get('visitor-claims')),
    theme: theme === 'light' || theme === 'dark' ? theme : null,
  };
}

/** Scope of cookies: the path that they are sent to, and whether they are sent only over https. */
export interface CookiePlace {
  path: string;
  isSecure: boolean;
}

/**
 * Stores values in cookies. A token that does not fit in three cookies is stored as empty, and so are claims that do
 * not fit in one.
 */
export function setVisitorCookies(
  reply: FastifyReply,
  brought: Partial<VisitorParameters>,
  { path, isSecure }: CookiePlace,
): void {
  const attributes = `Path=${path}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const set = (name: string, value: string): void => {
    const age = value === '' ? 0 : seconds;
    reply.header('set-cookie', `${name}=${value}; ${attributes}; Max-Age=${age}`);
  };
  if (brought.shareKey != null) set('share-key', brought.shareKey.slice(0, maxValue));
  if (brought.theme != null) set('theme', brought.theme);
  if (brought.claims != null) {
    const value = encodeURIComponent(JSON.stringify(brought.claims));
    set('visitor-claims', value.length > maxValue ? '' : value);
  }
  if (brought.visitorToken != null) {
    const token = brought.visitorToken.length > maxParts * maxValue ? '' : brought.visitorToken;
    for (let part = 0; part < maxParts; part += 1)
      set(`visitor-token-${part}`, token.slice(part * maxValue, (part + 1) * maxValue));
  }
}

/**
 * Returns the cookies of a header by name. If several have the same name, the first one counts, because it has the
 * longest path.
 */
function cookiesIn(header: string): Map<string, string> {
  const pairs = header.split(';').map((pair) => pair.trim().split('='));
  return new Map(pairs.reverse().map(([name = '', ...value]) => [name, value.join('=')]));
}

function claimOf(value: string): string | boolean {
  return value === 'true' || value === 'false' ? value === 'true' : value;
}

function claimsIn(cookie: string | undefined): VisitorParameters['claims'] {
  if (cookie === undefined) return null;
  try {
    const claims = JSON.parse(decodeURIComponent(cookie)) as unknown;
    return claims !== null && typeof claims === 'object' && !Array.isArray(claims)
      ? (claims as VisitorParameters['claims'])
      : null;
  } catch {
    return null;
  }
}
