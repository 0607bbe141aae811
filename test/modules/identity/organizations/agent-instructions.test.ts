import { describe, expect, it } from 'vitest';
import type { Role } from '../../../../src/access/viewer.js';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization } from '../../../support/seed.js';

const test = await testApp();
const acme = await seedOrganization(test);
const globex = await seedOrganization(test);
const reader = await seedMember(test, acme.id, 'read');
const path = `/orgs/${acme.id}/agent-instructions`;
const paragraph = (words: string, marks: object[] = []) => ({
  object: 'block',
  type: 'paragraph',
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: words, marks }] }],
});
const text = (words: string) => ({ object: 'document', data: { schemaVersion: 1 }, nodes: [paragraph(words)] });
const mutation =
  'mutation ($input: UpdateAgentInstructionsInput!) { updateAgentInstructions(input: $input) { agentInstructions { updatedById } } }';
const put = (body: unknown, person = acme.admin) => test.rest('PUT', path, { ...person, body });

describe('the instructions for agents', () => {
  it('are empty before the first write, with the time and the creator of the organization', async () => {
    const { createdAt } = (await test.rest('GET', `/orgs/${acme.id}`, reader)).body;
    const batches = await test.batches(async () => {
      const { status, body } = await test.rest('GET', path, reader);
      expect([status, body]).toEqual([
        200,
        {
          object: 'agent-instructions',
          instructions: { object: 'document', data: { schemaVersion: 1 }, nodes: [] },
          updatedAt: createdAt,
          updatedBy: test.operator.userId,
          urls: { location: `https://docs.test/v1${path}` },
        },
      ]);
    });
    // The batches read the organization, its instructions, and its first event.
    expect(batches).toHaveLength(3);
  });

  it('are written repeatedly by an admin, and each write is logged', async () => {
    for (const words of ['Be brief.', 'Be kind.']) {
      const { status, body } = await put({ instructions: text(words) });
      expect([status, body.instructions, body.updatedBy]).toEqual([200, text(words), acme.admin.id]);
      expect((await test.rest('GET', path, reader)).body).toEqual(body);
    }
    const { read } = test.store;
    const events = read.sql.selectFrom('Event').selectAll().where('organizationId', '=', acme.id);
    expect(await read.all(events.where('action', '=', 'updateOrganizationAgentInstructions'))).toHaveLength(2);
  });

  it('can be written twice concurrently', async () => {
    const fresh = await seedOrganization(test);
    const write = (words: string) =>
      test.rest('PUT', `/orgs/${fresh.id}/agent-instructions`, { ...fresh.admin, body: { instructions: text(words) } });
    const answers = await Promise.all([write('One.'), write('Other.')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  it.each([{}, { instructions: null }, { instructions: 'text' }, { instructions: { object: 'document' } }])(
    'return 400 for %j',
    async (body) => {
      const answer = await put(body);
      expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringContaining('instructions')]);
    },
  );

  it.each([
    ['a block of an unknown type', [{ object: 'block', type: 'marquee', nodes: [] }], 'instructions.nodes[0]'],
    ['a block without a type', [{ object: 'block' }], 'instructions.nodes[0]'],
    [
      'a mark of an unknown type',
      [paragraph('Be brief.', [{ object: 'mark', type: 'blink' }])],
      'instructions.nodes[0]',
    ],
  ])('return 400 for %s, and the message names the position', async (_, nodes, place) => {
    const before = (await test.rest('GET', path, reader)).body;
    const answer = await put({ instructions: { ...text(''), nodes } });
    expect([answer.status, answer.body.error?.message]).toEqual([
      400,
      expect.stringContaining("The document's /nodes/0"),
    ]);
    const { errors } = await test.graphql(mutation, {
      ...acme.admin,
      variables: { input: { organization: acme.id, instructions: { ...text(''), nodes } } },
    });
    expect(errors![0]!.extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: expect.stringContaining(place) });
    expect((await test.rest('GET', path, reader)).body).toEqual(before);
  });

  it('may refer to missing objects', async () => {
    const link = { object: 'inline', type: 'link', data: { ref: { kind: 'page', page: 'gone' } }, nodes: [] };
    const instructions = { ...text(''), nodes: [{ ...paragraph('See'), nodes: [link] }] };
    const { status, body } = await put({ instructions });
    expect([status, body.instructions]).toEqual([200, instructions]);
  });

  it.each(['read', 'comment', 'edit', 'review', 'create'] as Role[])(
    'can be read but not written by a member with the role %s',
    async (role) => {
      const member = await seedMember(test, acme.id, role);
      expect((await test.rest('GET', path, member)).status).toBe(200);
      expect((await put({ instructions: text('Mine.') }, member)).status).toBe(403);
    },
  );

  it('can be neither read nor written by a guest', async () => {
    const guest = await seedMember(test, acme.id, null);
    expect((await test.rest('GET', path, guest)).status).toBe(403);
    expect((await put({ instructions: text('Mine.') }, guest)).status).toBe(403);
  });

  it('return 404 in a foreign organization', async () => {
    expect((await test.rest('GET', path, globex.admin)).status).toBe(404);
    expect((await put({ instructions: text('Mine.') }, globex.admin)).status).toBe(404);
  });

  it('have an author in GraphQL', async () => {
    await put({ instructions: text('Be brief.') });
    const query = 'query ($id: ID!) { organization(id: $id) { agentInstructions { updatedBy { id } } } }';
    const { data } = await test.graphql(query, { ...reader, variables: { id: acme.id } });
    expect(data.organization.agentInstructions.updatedBy.id).toBe(acme.admin.id);
  });
});
