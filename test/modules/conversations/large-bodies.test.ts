import { describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.js';
import { seedMember } from '../../support/seed.js';
import { recordThreadTasks } from '../../support/threads.js';
import { conversationOf, seedConversationOrganization } from './scene.js';
import { wrong } from './wrong-bodies.js';

const test = await testApp();
const threadTasks = recordThreadTasks();

/** Returns JSON that blanks make larger than 1 MiB, so that a worker thread reads it. */
const asLarge = (body: unknown): string => `${JSON.stringify(body)}${' '.repeat(1_048_577)}`;

interface SendOptions {
  token: string;
  key?: string;
}

async function send(organization: string, body: string, { token, key }: SendOptions) {
  threadTasks.length = 0;
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
  const answer = await test.rest('POST', `/orgs/${organization}/conversations`, { token, body, headers });
  const inThread = threadTasks.some(({ module }) => module === 'api/http/bodies/body-worker');
  return { ...answer, message: answer.body?.error.message, inThread };
}

const conversations = Array.from({ length: 30 }, (_, index) => ({
  ...conversationOf({ id: `c${index}`, text: `Où est "ma" carte?\n${'ä😀b'.repeat(10_000)}${index}` }),
  subject: `Subject ${index}`,
  metadata: { attributes: { plan: 'pro' }, url: 'https://a.test/1', createdAt: '2026-01-05T09:30:00.000Z' },
}));

describe('a large body', () => {
  it('is prepared in a thread and ingested unchanged', async () => {
    const { id, admin, read } = await seedConversationOrganization(test);
    const { status, inThread } = await send(id, JSON.stringify(conversations), admin);
    expect([status, inThread]).toEqual([204, true]);
    for (const { parts, ...given } of [conversations[0]!, conversations[29]!] as Record<string, unknown>[]) {
      const found = await read(`/conversations/${given.id}`);
      expect(found.parts).toEqual(parts);
      expect(found).toMatchObject({ conversation: { id: given.id, subject: given.subject }, metadata: given.metadata });
    }
  });

  it('changes nothing if small bodies have ingested the same conversations', async () => {
    const { id, admin, ingest, read } = await seedConversationOrganization(test);
    for (const one of conversations) expect((await ingest(one)).status).toBe(204);
    const before = await read('/conversations');
    expect((await send(id, asLarge(conversations), admin)).status).toBe(204);
    expect(await read('/conversations')).toEqual(before);
  });

  it('may consist of a single conversation', async () => {
    const { id, admin, read } = await seedConversationOrganization(test);
    expect((await send(id, asLarge(conversationOf({ id: 'a' })), admin)).status).toBe(204);
    expect((await read('/conversations')).items).toHaveLength(1);
  });

  it('with an idempotency key is the same request as a small body with the same values', async () => {
    const { id, admin } = await seedConversationOrganization(test);
    const [body, key] = [[conversationOf({ id: 'a' })], 'a-key'];
    expect((await send(id, asLarge(body), { ...admin, key })).status).toBe(204);
    const again = await send(id, JSON.stringify(body), { ...admin, key });
    expect([again.inThread, again.status, again.headers['idempotent-replayed']]).toEqual([false, 204, 'true']);
    expect((await send(id, asLarge([...body, ...body]), { ...admin, key })).status).toBe(422);
  });

  it.each(wrong)('is refused like a small one: %s', async (_, body, message) => {
    const { id, admin, ingest } = await seedConversationOrganization(test);
    const large = await send(id, asLarge(body), admin);
    expect(large).toMatchObject({ status: 400, message: expect.stringMatching(message), inThread: true });
    expect(large.message).toBe((await ingest(body)).body.error.message);
  });

  it('is refused for a missing permission before its limits are checked', async () => {
    const { id } = await seedConversationOrganization(test);
    const commenter = await seedMember(test, id, 'comment');
    const twice = [conversationOf({ id: 'a' }), conversationOf({ id: 'a' })];
    expect((await send(id, asLarge(twice), commenter)).status).toBe(403);
  });
});
