import { describe, expect, it } from 'vitest';
import { seedSite } from '../../../modules/sites/published-sites/site-kit.js';
import { appWithMetrics, metricsToken, testApp } from '../../../support/app.js';
import { parseSeries, type Series, seriesOf } from '../../../support/scrape.js';
import { seedOrganization } from '../../../support/seed.js';
import { schema } from '../../../support/shared-schema.js';

const test = await appWithMetrics({ RATE_LIMIT: '100000' });
const { id, admin } = await seedOrganization(test);

const scrape = async (): Promise<Series> => parseSeries(await test.scrape());

/** Returns how much each series whose name begins with a text increases during `run`. */
async function growth(prefix: string, run: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await scrape();
  await run();
  const after = Object.entries(seriesOf(await scrape(), prefix));
  return Object.fromEntries(
    after.map(([name, value]) => [name, value - (before.get(name) ?? 0)]).filter(([, more]) => more !== 0),
  );
}

describe('GET /metrics', () => {
  const get = (authorization?: string) =>
    test.app.inject({ url: '/metrics', ...(authorization && { headers: { authorization } }) });

  it('requires the token of the metrics', async () => {
    for (const wrong of [undefined, 'Bearer wrong', `Bearer ${metricsToken}x`, `Bearer ${admin.token}`]) {
      const { statusCode, headers } = await get(wrong);
      expect([statusCode, headers['www-authenticate']]).toEqual([401, 'Bearer']);
    }
    const { statusCode, headers, body } = await get(`Bearer ${metricsToken}`);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect(body).toContain('docgraph_database_up 1\n');
  });

  it('returns 404 if metrics are not configured', async () => {
    const { app } = await testApp();
    expect((await app.inject({ url: '/metrics' })).statusCode).toBe(404);
  });
});

describe('the metrics of requests', () => {
  it('have the operation, the status, the batches and the points of a request to /v1', async () => {
    const operation = 'api="rest",operation="listTeamsInOrganizationById"';
    expect(await growth('docgraph_', () => test.rest('GET', `/orgs/${id}/teams`, admin))).toMatchObject({
      [`docgraph_requests_total{${operation},status="2xx"}`]: 1,
      [`docgraph_request_duration_seconds_count{${operation}}`]: 1,
      [`docgraph_batches_total{${operation}}`]: 2,
      [`docgraph_points_total{${operation}}`]: 1,
    });
    expect(await growth('docgraph_request', () => test.rest('GET', '/orgs/org_none/teams', admin))).toMatchObject({
      [`docgraph_requests_total{${operation},status="4xx"}`]: 1,
      'docgraph_request_errors_total{api="rest",code="NOT_FOUND"}': 1,
    });
  });

  it.each([
    ['query organization', `query Secret { a: organization(id: "${id}") { id } b: organization(id: "x") { id } }`],
    ['query (several)', '{ viewer { id } serverInfo: __typename organization(id: "x") { id } }'],
    ['query viewer', '{ ...A } fragment A on Query { ... on Query { viewer { id } } }'],
    ['query __typename', '{ hidden: __typename }'],
    ['other', '{ nonsense }'],
    ['mutation createTeam', `mutation { createTeam(input: { organization: "${id}", title: "Ops" }) { team { id } } }`],
  ])('name a GraphQL request `%s`', async (operation, text) => {
    const counted = await growth('docgraph_requests_total', () => test.graphql(text, admin));
    expect(Object.keys(counted)).toEqual([expect.stringContaining(`{api="graph",operation="${operation}",`)]);
  });

  it('name a request for the hostname of a site `hostname`, whatever its path is elsewhere', async () => {
    const site = await seedSite(test, { organization: id, spaces: [] });
    const data = { confirmedHostname: 'docs.acme.test' };
    await test.store.transaction(
      async ({ prisma }) => void (await prisma.site.update({ where: { id: site.id }, data })),
    );
    const get = (url: string) => test.app.inject({ url, headers: { host: data.confirmedHostname } });
    const counted = await growth('docgraph_requests_total', () => Promise.all(['/', '/v1/user', '/graphql'].map(get)));
    expect(counted).toEqual({ 'docgraph_requests_total{api="page",operation="hostname",status="4xx"}': 3 });
  });

  it('count refusals by reason, and refused tokens', async () => {
    const { app, graphql } = await appWithMetrics({ RATE_LIMIT: '1' });
    expect((await graphql('{ viewer { id } }', { token: 'dg_wrong' })).status).toBe(401);
    for (const _ of [1, 2]) await graphql('{ __typename }');
    const { body } = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${metricsToken}` } });
    expect(seriesOf(parseSeries(body), 'docgraph_refused')).toEqual({
      'docgraph_refused_requests_total{status="429",reason="none"}': 1,
    });
    expect(parseSeries(body).get('docgraph_sign_in_failures_total{kind="token"}')).toBe(1);
  });

  it('get no new series from names, paths and hosts that clients choose', async () => {
    const hostile = async (run: number) => {
      for (let number = 0; number < 40; number++) {
        const name = `n${run}x${number}`;
        const host = { headers: { host: `${name}.example.org` } };
        await test.graphql(`query ${name} { ${name}: viewer { id } }`, { ...admin, ...host });
        await test.graphql(`query { ${name} }`, admin);
        await test.graphql(`query ($${name}: ID!) { organization(id: $${name}) { id } }`, admin);
        await test.rest('GET', `/${name}`, { ...admin, ...host });
        await test.rest('GET', `/orgs/${name}/teams?${name}=1`, admin);
        await test.app.inject({ url: `/${name}`, ...host });
        await test.app.inject({ url: `/published/${name}/${name}/${name}`, ...host });
        await test.app.inject({ url: `/files/${name}/${name}` });
        await test.app.inject({ method: 'PURGE' as 'GET', url: `/login/${name}` });
      }
    };
    await hostile(0);
    const before = await scrape();
    await hostile(1);
    // Series of Node.js have a label for each kind of active resource, which depends on the moment.
    const added = [...(await scrape()).keys()].filter((name) => !before.has(name) && !name.startsWith('nodejs_'));
    expect(added).toEqual([]);
  });
});

/** Maximum number of series of one operation: 5 classes of status, 8 of the histogram, batches, and points. */
const seriesOfOperation = 15;

describe('the number of series', () => {
  it('has the bound that the manual states', async () => {
    const { pages } = await import('../../../docs/pages.js');
    const [, stated] = /at most ([\d,]+) series/.exec(pages.get('docs/metrics.md')!)!;
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
    const graph = roots.flatMap((root) => [...Object.keys(root!.getFields()), '(several)']).length;
    const routes = test.app.printRoutes({ commonPrefix: false }).split('\n').length;
    const bound = (graph + routes + 3) * seriesOfOperation + 1_000;
    expect(bound).toBeLessThanOrEqual(Number(stated!.replaceAll(',', '')));
    expect((await scrape()).size).toBeLessThan(bound);
  });
});
