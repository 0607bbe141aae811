import type { TestApp } from '../../../support/app.js';

/** A response as a browser gets it. */
export interface BrowserResponse {
  status: number;
  /** Path of the redirect. */
  location: string | undefined;
  text: string;
  headers: Record<string, unknown>;
}

/** A visitor whose browser stores cookies by their paths. */
export interface Visitor {
  /** Requests an address (`/published/…`) and sends the stored cookies. */
  get(address: string, headers?: Record<string, string>): Promise<BrowserResponse>;
  /** Requests an address and follows at most 5 redirects. */
  follow(address: string): Promise<BrowserResponse & { address: string }>;
  /** Stored cookies: name, value and attributes. */
  cookies: Map<string, string>;
}

/** Returns a visitor of the sites of an application. */
export function visitorOf({ app }: TestApp): Visitor {
  const cookies = new Map<string, string>();
  const get: Visitor['get'] = async (url, headers = {}) => {
    const sent = [...cookies].filter(([, cookie]) => isFor(cookie, url)).map(([, cookie]) => cookie.split(';')[0]!);
    const cookie = sent.length > 0 ? { cookie: sent.join('; ') } : {};
    const answer = await app.inject({ method: 'GET', url, headers: { accept: 'text/html', ...cookie, ...headers } });
    for (const set of [answer.headers['set-cookie'] ?? []].flat()) storeCookie(cookies, set);
    const { location, ...rest } = answer.headers;
    return { status: answer.statusCode, location: location as string | undefined, text: answer.body, headers: rest };
  };
  return {
    get,
    cookies,
    async follow(address) {
      let at = address;
      for (let step = 0; ; step += 1) {
        const answer = await get(at);
        if (answer.location === undefined || step === 5) return { ...answer, address: at };
        at = answer.location;
      }
    },
  };
}

function storeCookie(cookies: Map<string, string>, set: string): void {
  const [pair = ''] = set.split(';');
  const name = pair.split('=')[0]!;
  const path = /Path=([^;]*)/.exec(set)?.[1];
  if (/Max-Age=0/.test(set)) cookies.delete(`${path} ${name}`);
  else cookies.set(`${path} ${name}`, set);
}

function isFor(cookie: string, url: string): boolean {
  const path = /Path=([^;]*)/.exec(cookie)?.[1] ?? '/';
  return path === '/' || url === path || url.startsWith(`${path}/`) || url.startsWith(`${path}?`);
}
