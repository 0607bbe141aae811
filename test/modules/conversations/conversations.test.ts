import { describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.js';
import { seedMember } from '../../support/seed.js';
import { conversationOf, seedConversationOrganization } from './scene.js';
import { attributesOf, wrong } from './wrong-bodies.js';

const test = await testApp();

const whole = {
  id: 'ticket 1/2',
  subject: 'Card',
  parts: [
    { type: 'message', role: 'user', body: 'Hello! My card has not arrived.' },
    { type: 'message', role: 'assistant', body: 'Let me look.' },
    { type: 'message', role: 'team-member', body: 'It is on its way.' },
  ],
  metadata: {
    url: 'https://support.acme.test/1',
    attributes: { plan: 'pro', 'a b': '' },
    createdAt: '2026-01-05T09:30:00.000Z',
  },
};

describe('an ingested conversation', () => {
  it('is returned as it was sent, and waits for its analysis', async () => {
    const { ingest, read, id } = await seedConversationOrganization(test);
    expect(await ingest(whole)).toMatchObject({ status: 204 });
    const found = await read('/conversations/ticket%201%2F2');
    expect(found).toEqual({
      conversation: {
        object: 'conversation',
        id: 'ticket 1/2',
        subject: 'Card',
        createdAt: '2026-01-05T09:30:00.000Z',
        source: expect.stringMatching(/^integration:api:tok_/),
        urls: {
          location: expect.stringContaining(`/v1/orgs/${id}/conversations/ticket%201%2F2`),
          source: 'https://support.acme.test/1',
        },
      },
      parts: whole.parts,
      metadata: whole.metadata,
    });
  });

  it('is found by its external id, several conversations with one query', async () => {
    const [one, other] = [await seedConversationOrganization(test), await seedConversationOrganization(test)];
    for (const { ask, id } of [one, other]) await ask({ id: 'ticket 1', subject: id }, { id: 'b' });
    const query = `query ($id: ID!) { organization(id: $id) {
      a: conversation(externalId: "ticket 1") { subject }
      b: conversation(externalId: "b") { subject }
      c: conversation(externalId: "c") { subject }
    } }`;
    const asking = { ...one.admin, variables: { id: one.id } };
    const { data } = await test.graphql(query, asking);
    expect(data.organization).toEqual({ a: { subject: one.id }, b: { subject: null }, c: null });
    const read = await test.batches(() => test.graphql(query, asking));
    expect(read.filter((sql) => sql.includes('"Conversation"'))).toEqual([
      expect.stringMatching(/"organizationId" = .* and "externalId" = /),
    ]);
  });

  it('has the time of its ingestion if the client sends no time', async () => {
    const { ask, read } = await seedConversationOrganization(test);
    const before = Date.now();
    await ask({ id: 'a', metadata: { url: 'slack:1' } });
    const { conversation, metadata } = await read('/conversations/a');
    expect(Date.parse(conversation.createdAt)).toBeGreaterThanOrEqual(before);
    expect(metadata).toEqual({ url: 'slack:1' });
    expect(conversation.urls.source).toBeUndefined();
  });

  it('is listed with the others, the latest first, and is filtered by source', async () => {
    const { ask, read, admin } = await seedConversationOrganization(test);
    await ask({ id: 'a' }, { id: 'b' });
    await ask({ id: 'c' });
    const { items, count } = await read('/conversations');
    expect(items.map(({ id }: { id: string }) => id)).toEqual(['c', 'b', 'a']);
    expect(count).toBe(3);
    const [{ source }] = items;
    expect((await read(`/conversations?source=${source}&limit=1`)).items).toHaveLength(1);
    expect((await read('/conversations?source=email', admin)).items).toEqual([]);
  });

  it('is replaced by a conversation with the same id, at the same place in the list', async () => {
    const { ask, read } = await seedConversationOrganization(test);
    await ask({ id: 'a', text: 'One' }, { id: 'b' });
    await ask({ id: 'a', text: 'Two' });
    expect((await read('/conversations/a')).parts[0].body).toBe('Two');
    expect((await read('/conversations')).items.map(({ id }: { id: string }) => id)).toEqual(['b', 'a']);
  });

  it('does not change if it is ingested again with the same values', async () => {
    const { ask, read, analyse, id } = await seedConversationOrganization(test);
    await ask({ id: 'a' });
    await analyse();
    const before = await read('/conversations/a');
    await ask({ id: 'a' });
    expect(await read('/conversations/a')).toEqual(before);
    expect(before.conversation.processedAt).toBeDefined();
    const events = test.store.sql.selectFrom('Event').select('sequence').where('organizationId', '=', id);
    expect(await test.store.read.all(events.where('action', '=', 'ingestConversation'))).toHaveLength(1);
  });
});

it('attributes have names of up to 255 characters, and up to 16,384 characters together', async () => {
  const { ask, read } = await seedConversationOrganization(test);
  for (const attributes of [{ ['😀'.repeat(255)]: 'a' }, attributesOf(16_384)]) {
    await ask({ id: 'a', metadata: { attributes } });
    expect((await read('/conversations/a')).metadata).toEqual({ attributes });
  }
});

it('a conversation may be in the first or the last supported year', async () => {
  const { ask, read } = await seedConversationOrganization(test);
  for (const createdAt of ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']) {
    await ask({ id: createdAt, metadata: { createdAt } });
    expect((await read(`/conversations/${createdAt}`)).conversation.createdAt).toBe(createdAt);
  }
});

describe('an invalid conversation', () => {
  it.each(wrong)('is refused: %s', async (_, body, message) => {
    const { ingest, read } = await seedConversationOrganization(test);
    const answer = await ingest(body);
    expect(answer).toMatchObject({ status: 400, body: { error: { message: expect.stringMatching(message) } } });
    expect((await read('/conversations')).items).toEqual([]);
  });

  it('is refused together with all others of the call', async () => {
    const { ingest, read } = await seedConversationOrganization(test);
    const large = conversationOf({ id: 'b', text: 'a'.repeat(1_048_577) });
    expect((await ingest([conversationOf({ id: 'a' }), large])).status).toBe(400);
    expect((await read('/conversations')).items).toEqual([]);
  });
});

describe('the role edit', () => {
  it('is required to read and ingest conversations', async () => {
    const { ingest, ask, id, at } = await seedConversationOrganization(test);
    await ask({ id: 'a' });
    const [commenter, editor] = [await seedMember(test, id, 'comment'), await seedMember(test, id, 'edit')];
    const statuses = async (person: typeof editor) => [
      (await ingest(conversationOf({ id: person.id }), person)).status,
      (await test.rest('GET', `${at}/conversations`, person)).status,
      (await test.rest('GET', `${at}/conversations/a`, person)).status,
      (await test.rest('GET', `${at}/conversations-clusters`, person)).status,
    ];
    expect(await statuses(editor)).toEqual([204, 200, 200, 200]);
    expect(await statuses(commenter)).toEqual([403, 403, 404, 403]);
    expect((await test.rest('GET', at, editor)).body.permissions.ingestConversations).toBe(true);
    expect((await test.rest('GET', at, commenter)).body.permissions.ingestConversations).toBe(false);
  });
});

describe('a deleted conversation', () => {
  it('is no longer found, and deleting it again returns null', async () => {
    const { ask, read, remove } = await seedConversationOrganization(test);
    await ask({ id: 'a' });
    const first = await remove('a');
    expect(first.data.deleteConversation.deletedId).toMatch(/^cnv_/);
    expect((await remove('a')).data.deleteConversation.deletedId).toBeNull();
    expect(await read('/conversations/a')).toMatchObject({ error: { code: 404 } });
  });
});
