import { Agent, type IncomingMessage, request } from 'node:http';
import { expect } from 'vitest';
import { type OpenableSite, tokenFor } from '../../modules/sites/published-sites/site-kit.js';

/** A site at its hostname. */
export type HostedSite = OpenableSite & { host: string };

/** A response through a proxy. */
export interface ProxyAnswer {
  status: number;
  text: string;
  /** Status of the proxy's cache, from `X-Cache`. */
  cache: string | null;
  /** Whether shared caches may store the response. */
  isPublic: boolean;
  location: string | null;
  /** Cookies that the response sets, as a request sends them. */
  cookies: string;
}

/** The sites that visitors open, by the kind of site. */
type HostedSites = Partial<Record<'open' | 'linked' | 'closed' | 'twin', HostedSite>>;

/**
 * Creates visitors of sites behind a proxy. `visit` and `visitWithNothing` check that a page is of the site, and has no
 * claims of other visitors.
 */
export function createVisitors(url: string, { open, linked, closed, twin }: HostedSites) {
  const address = `${url}/you`;

  /** Opens an address with parameters, which become cookies, and returns the page after the redirect. */
  async function openWith(site: HostedSite, parameters: Record<string, string>): Promise<ProxyAnswer> {
    const first = await getPage(`${address}?${new URLSearchParams(parameters)}`, site);
    expect([first.status, first.location, first.isPublic]).toEqual([302, '/you', false]);
    return getPage(address, site, first.cookies);
  }

  /**
   * Visits a site with claims, a token, a share link or a theme; the number selects which. Expects a private response.
   */
  async function visit(number: number): Promise<ProxyAnswer> {
    const plan = `plan-${number}-end`;
    const kinds: (() => Promise<[site: HostedSite, page: ProxyAnswer, signed: string, unsigned: string]>)[] = [
      async () => [open!, await openWith(open!, { 'visitor.plan': plan }), '', plan],
      async () => [open!, await openWith(open!, { jwt_token: await tokenFor(open!.signingKey, { plan }) }), plan, ''],
      async () => [
        linked!,
        await openWith(linked!, { shareKey: linked!.shareKeys.active, 'visitor.plan': plan }),
        '',
        plan,
      ],
      async () => [
        closed!,
        await openWith(closed!, { jwt_token: await tokenFor(closed!.signingKey, { plan }) }),
        plan,
        '',
      ],
      async () => [twin!, await openWith(twin!, { theme: 'dark' }), '', ''],
    ];
    const [site, page, signed, unsigned] = await kinds[number % kinds.length]!();
    checkPage(page, site, { signed, unsigned });
    expect(page.text.includes('data-theme="dark"')).toBe(site === twin);
    expect(page.isPublic).toBe(false);
    return page;
  }

  /** Visits one of the open sites without cookies, or with the cookie of another program. */
  async function visitWithNothing(number: number): Promise<ProxyAnswer> {
    const site = number % 2 === 0 ? open! : twin!;
    const page = await getPage(address, site, number % 10 === 9 ? 'another=program' : '');
    checkPage(page, site, { signed: '', unsigned: '' });
    expect([page.isPublic, page.text.includes('data-theme="dark"')]).toEqual([true, false]);
    return page;
  }

  return { visit, visitWithNothing, visitAs: (host: string) => getPage(address, { host }) };
}

function checkPage(page: ProxyAnswer, { host }: HostedSite, claims: { signed: string; unsigned: string }): void {
  expect(page.status).toBe(200);
  expect(page.text).toContain(`Site ${host}`);
  expect([...page.text.matchAll(/plan-\d+-end/g)].map(([plan]) => plan)).toEqual(
    [claims.signed, claims.unsigned].filter(Boolean),
  );
}

const agent = new Agent({ keepAlive: true, maxSockets: 40 });

async function getPage(address: string, { host }: Pick<HostedSite, 'host'>, cookie = ''): Promise<ProxyAnswer> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { host, accept: 'text/html', ...(cookie && { cookie }) };
    request(address, { agent, headers }, resolve).on('error', reject).end();
  });
  const { headers } = answer;
  return {
    status: answer.statusCode!,
    text: (await answer.toArray()).join(''),
    cache: String(headers['x-cache']),
    isPublic: /^public/.test(String(headers['cache-control'])),
    location: headers.location ?? null,
    cookies: (headers['set-cookie'] ?? []).map((set) => set.split(';')[0]!).join('; '),
  };
}
