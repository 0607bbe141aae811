import { describe, expect, it } from 'vitest';
import { secret, testApp } from '../support/app.js';
import { docgraph, type Environment, runJsonCommand } from '../support/command-line.js';
import { countRows } from './demo-rows.js';

const test = await testApp();
const env: Environment = { DATABASE_URL: test.url, SECRET: secret };

describe('docgraph demo', () => {
  let organization: string;

  it('creates an organization in which members wrote, reviewed, merged and published content', async () => {
    const { code, stdout, stderr } = await docgraph(['demo', '--json'], env);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/^docgraph: creating the organization org_\w+\n(.*\n)*.*sites\n$/),
    });
    const { id, sites } = JSON.parse(stdout);
    organization = id;
    const paths = sites.map((address: string) => new URL(address).pathname);
    expect(paths).toEqual([`/published/${id}/kestrel-docs`, `/published/${id}/kestrel-handbook`]);
    expect(await countRows(test.store, id)).toEqual({
      members: 9,
      teams: 3,
      spaces: 6,
      changeRequests: { open: 5, merged: 8, draft: 1, archived: 1 },
      reviews: 10,
      threads: 16,
      specificationVersions: 2,
      conversations: 60,
      glossaryEntries: 7,
      shareLinks: 2,
      openJobs: 0,
    });
  });

  it('turns off mails to the members', async () => {
    const { sql, read } = test.store;
    const query = sql.selectFrom('User').select('mutedMails').where('email', 'like', '%.example');
    const muted = await read.all(query);
    expect(muted).toHaveLength(8);
    expect(muted.every(({ mutedMails }) => JSON.stringify(mutedMails).includes('reviewRequest'))).toBe(true);
  });

  it('records members as the actors of its events', async () => {
    const { sql, read } = test.store;
    const query = sql
      .selectFrom('Event')
      .innerJoin('User', 'User.id', 'Event.actorId')
      .select('User.email')
      .where('Event.organizationId', '=', organization)
      .where('Event.action', '=', 'mergeChangeRequest');
    const authors = new Set((await read.all(query)).map(({ email }) => email?.split('.')[0]));
    expect([...authors].sort()).toEqual(['ada', 'ines', 'jonas', 'tomas']);
  });

  it('creates a change request with a conflict, and one that answers a cluster of questions', async () => {
    const { token } = await runJsonCommand(['token', 'create', '--user', 'ada.lindqvist@kestrel.example'], env);
    const query = `query ($id: ID!) {
      organization(id: $id) {
        spaces(first: 10, search: "Guides") {
          nodes { changeRequests(first: 20) { nodes { subject conflicts { kind } conversationsIssuesCluster { label } } } }
        }
      }
    }`;
    const { data } = await test.graphql(query, { token, variables: { id: organization } });
    const requests = data.organization.spaces.nodes[0].changeRequests.nodes;
    const subjectsWith = (member: string) =>
      requests
        .filter((request: any) => request[member]?.length !== 0 && request[member])
        .map(({ subject }: any) => subject);
    expect(subjectsWith('conflicts')).toEqual(['Give careful times for express']);
    expect(subjectsWith('conversationsIssuesCluster')).toEqual(['Explain how to print a return label']);
  });

  it('publishes pages whose links work and whose expressions have values, and hides the partners and the handbook', async () => {
    const root = `/published/${organization}`;
    const statusOf = async (path: string) => (await test.app.inject(`${root}${path}`)).statusCode;
    const page = await test.app.inject(`${root}/kestrel-docs/guides/en`);
    expect(page.statusCode).toBe(200);
    const links = [...page.body.matchAll(/href="([^"#]*\/guides\/en\/[^"#]*)"/g)].map(([, address]) => address!);
    expect(new Set(links).size).toBeGreaterThan(15);
    for (const address of new Set(links)) {
      const { statusCode, body } = await test.app.inject(address);
      expect([address, statusCode, body.includes('[expression:')]).toEqual([address, 200, false]);
    }
    const operations = await test.app.inject(`${root}/kestrel-docs/api/v2/shipments`);
    expect(operations.body).toContain('Create a shipment');
    expect((await test.app.inject(`${root}/kestrel-docs/label-printer/de`)).body).toContain('Vorschubtaste');
    expect(await statusOf('/kestrel-docs/partners/program')).toBe(404);
    expect(await statusOf('/kestrel-handbook')).not.toBe(200);
  });

  it('refuses a title that exists, and creates the same texts with --again and the same seed', async () => {
    const refused = await docgraph(['demo'], env);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toBe(
      'docgraph: Cannot create "Kestrel Shipping": an organization has this title. Use another `--org`, or `--again` to create another one\n',
    );
    const { id } = await runJsonCommand(['demo', '--again'], env);
    expect(id).not.toBe(organization);
    expect(await textsOf(id)).toEqual(await textsOf(organization));
  });

  it('refuses a seed that is not a number', async () => {
    const { code, stderr } = await docgraph(['demo', '--seed', 'x'], env);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'docgraph: `--seed` must be a whole number from 0 to 4294967295 (got "x")\n',
    });
  });
});

/** Returns the texts of the conversations of an organization, which depend on the seed. */
async function textsOf(organization: string): Promise<unknown[]> {
  const { sql, read } = test.store;
  const query = sql
    .selectFrom('Conversation')
    .innerJoin('ConversationText', 'ConversationText.conversationId', 'Conversation.id')
    .select(['Conversation.externalId', 'Conversation.subject', 'ConversationText.parts'])
    .where('Conversation.organizationId', '=', organization)
    .orderBy('Conversation.externalId');
  return read.all(query);
}
