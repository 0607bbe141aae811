import type { TestApp } from '../../../support/app.js';

/** An answer as a browser gets it. */
export interface Browsed {
  status: number;
  /** Path that it leads to. */
  location: string | undefined;
  text: string;
  headers: Record<string, unknown>;
}

/** A visitor with a browser that keeps cookies, by the paths that they are for. */
export interface Visitor {
  /** Asks for an address, `/published/…`, with the cookies for it. */
  ask(address: string, headers?: Record<string, string>): Promise<Browsed>;
  /** The same, and where the answer leads on to, at most 5 times. */
  follow(address: string): Promise<Browsed & { address: string }>;
  /** The cookies it keeps: name, value and attributes. */
  cookies: Map<string, string>;
}

/** A visitor of the sites of an application. */
export function visitorOf({ app }: TestApp): Visitor {
  const cookies = new Map<string, string>();
  const ask: Visitor['ask'] = async (url, headers = {}) => {
    const sent = [...cookies].filter(([, cookie]) => isFor(cookie, url)).map(([, cookie]) => cookie.split(';')[0]!);
    const cookie = sent.length > 0 ? { cookie: sent.join('; ') } : {};
    const answer = await app.inject({ method: 'GET', url, headers: { accept: 'text/html', ...cookie, ...headers } });
    for (const set of [answer.headers['set-cookie'] ?? []].flat()) keep(cookies, set);
    const { location, ...rest } = answer.headers;
    return { status: answer.statusCode, location: location as string | undefined, text: answer.body, headers: rest };
  };
  return {
    ask,
    cookies,
    async follow(address) {
      let at = address;
      for (let step = 0; ; step += 1) {
        const answer = await ask(at);
        if (answer.location === undefined || step === 5) return { ...answer, address: at };
        at = answer.location;
      }
    },
  };
}

function keep(cookies: Map<string, string>, set: string): void {
  const [pair = ''] = set.split(';');
  const name = pair.split('=')[0]!;
  const path = /Path=([^;]*)/.exec(set)?.[1];
  if (/Max-Age=0/.test(set)) cookies.delete(`${path} ${name}`);
  else cookies.set(`${path} ${name}`, set);
}

function isFor(cookie: string, url: string): boolean {
  const path = /Path=([^;]*)/.exec(cookie)?.[1] ?? '/';
  return url === path || url.startsWith(`${path}/`) || url.startsWith(`${path}?`);
}
