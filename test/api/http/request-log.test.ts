import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { pages } from '../../docs/pages.js';
import { testApp } from '../../support/app.js';
import { seedOrganization } from '../../support/seed.js';

const test = await testApp({ LOG_LEVEL: 'info' });
const { id, admin } = await seedOrganization(test);

/** Returns the log lines of the requests in a run. Waits for at least `least` lines. */
async function linesOf(run: () => Promise<unknown>, least = 1): Promise<Record<string, any>[]> {
  const lines: Record<string, any>[] = [];
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    const parsed = JSON.parse(String(line));
    return parsed.msg !== 'request' || lines.push(parsed) > 0;
  });
  try {
    await run();
    await expect.poll(() => lines.length).toBeGreaterThanOrEqual(least);
    await sleep(20);
  } finally {
    write.mockRestore();
  }
  return lines;
}

const team = 'mutation Make($input: CreateTeamInput!) { createTeam(input: $input) { team { id } } }';
const known = { caller: admin.id, token: expect.stringMatching(/^tok_/), organization: id };

describe('one log line for each request', () => {
  it.each([
    [
      'of /v1',
      () => test.rest('GET', `/orgs/${id}/teams?limit=3`, admin),
      { ...known, method: 'GET', path: `/v1/orgs/${id}/teams`, operation: 'listTeamsInOrganizationById', status: 200 },
    ],
    [
      'of /v1 that is refused',
      () => test.rest('GET', '/orgs/org_none/teams', admin),
      { operation: 'listTeamsInOrganizationById', status: 404, errors: ['NOT_FOUND'] },
    ],
    [
      'without a token',
      () => test.rest('GET', '/user'),
      { operation: 'getAuthenticatedUser', status: 401, errors: ['UNAUTHENTICATED'] },
    ],
    [
      'of GraphQL with a name and variables',
      () => test.graphql(team, { ...admin, variables: { input: { organization: id, title: 'Ops' } } }),
      { ...known, path: '/graphql', operation: 'mutation Make', status: 200 },
    ],
    [
      'of GraphQL without a name, with a failing field',
      () => test.graphql('{ __typename organization(id: "org_none") { id } }', admin),
      { operation: 'query { __typename organization }', status: 200, caller: admin.id },
    ],
    [
      'of GraphQL with an invalid query',
      () => test.graphql('{ nonsense }', admin),
      { errors: ['BAD_USER_INPUT'], caller: admin.id },
    ],
    ['of GraphQL without a token', () => test.graphql('{ __typename }'), { caller: 'anonymous' }],
    ['of an unknown path', () => test.app.inject('/nowhere'), { status: 404, errors: ['NOT_FOUND'] }],
    ['of a malformed path', () => test.app.inject('/v1/%ff'), { status: 400, path: expect.any(String) }],
  ])('%s', async (_, run, expected) => {
    const [line, ...more] = await linesOf(run);
    expect(more).toEqual([]);
    expect(line).toMatchObject({
      level: 30,
      requestId: expect.stringMatching(/^req_/),
      durationMs: expect.any(Number),
    });
    expect(line).toMatchObject(expected);
  });

  it('with a cached response, with the same operation and points', async () => {
    const read = () => test.graphql(`query Mine { organization(id: "${id}") { title } }`, admin);
    const lines = await linesOf(async () => {
      for (const _ of [1, 2, 3, 4]) await read();
    }, 4);
    expect(lines).toHaveLength(4);
    for (const line of lines)
      expect(line).toMatchObject({ operation: 'query Mine', points: lines[0]!.points, caller: admin.id });
  });

  it('of a stream that its client leaves, without secrets', async () => {
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = test.app.server.address() as { port: number };
    const lines = await linesOf(async () => {
      const query = `subscription Follow { organizationEvents(organization: "${id}") { action } }`;
      const leaving = new AbortController();
      const headers = { authorization: `Bearer ${admin.token}`, accept: 'text/event-stream' };
      const address = `http://127.0.0.1:${port}/graphql?query=${encodeURIComponent(query)}`;
      await fetch(address, { headers, signal: leaving.signal });
      leaving.abort();
    });
    expect(lines).toMatchObject([{ operation: 'subscription Follow', status: 200, aborted: true, caller: admin.id }]);
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(`${admin.token}|organizationEvents|query=`));
  });

  it('except health probes, which are below level info', async () => {
    const lines = await linesOf(async () => {
      for (const url of ['/livez', '/healthz', '/readyz', '/nowhere']) await test.app.inject(url);
    });
    expect(lines.map(({ path }) => path)).toEqual(['/nowhere']);
  });

  it('with the members that the manual lists', async () => {
    const lines = await linesOf(async () => {
      await test.graphql('{ nonsense }', admin);
      await test.rest('GET', `/orgs/${id}/teams`, admin);
    }, 2);
    // The test server does not trace, and no client closes its connection.
    const members = new Set([...lines.flatMap(Object.keys), 'aborted', 'traceId']);
    const added = ['level', 'time', 'pid', 'hostname', 'msg'];
    const [, table] = /\| member \| meaning \|\n.*\n((?:\|.*\n)+)/.exec(pages.get('docs/configuration.md')!)!;
    const listed = [...table!.matchAll(/^\| `(\w+)` /gm)].map(([, name]) => name!);
    expect([...members].filter((name) => !added.includes(name)).sort()).toEqual(listed.sort());
  });
});

describe('the request id', () => {
  it.each([
    ['is taken from the header', 'Trace-1:a.b_c', 'Trace-1:a.b_c'],
    ['is taken from the header up to 128 characters', 'a'.repeat(128), 'a'.repeat(128)],
    ['is new for a longer one', 'a'.repeat(129), null],
    ['is new for other characters', 'a<b>', null],
    ['is new for an empty one', '', null],
    ['is new for two ids', 'one, two', null],
  ])('%s', async (_, given, expectedId) => {
    let header: unknown;
    const [line] = await linesOf(async () => {
      const answer = await test.app.inject({ url: '/nowhere', headers: { 'x-request-id': given } });
      header = answer.headers['x-request-id'];
    });
    expect(header).toBe(line!.requestId);
    expect(header).toEqual(expectedId ?? expect.stringMatching(/^req_[0-9a-z]{26}$/));
  });
});
