import { expect } from 'vitest';
import type { TestApp } from '../../support/app.js';
import { type Person, seedOrganization } from '../../support/seed.js';
import { analyseAll } from './analysing.js';

/** Conversation of a test. `text` is the first part, a message of the user. */
export interface ConversationInput {
  id: string;
  text?: string;
  [member: string]: unknown;
}

/** Creates an organization, and returns functions that use its conversations. */
export async function seedConversationOrganization(test: TestApp) {
  const { id, admin } = await seedOrganization(test);
  return { id, admin, ...conversationClient(test, { id, admin }) };
}

/** Returns functions that use the conversations of an organization, as its admin unless another person is given. */
export function conversationClient(test: TestApp, { id, admin }: { id: string; admin: Person }) {
  const at = `/orgs/${id}`;
  const read = async (path: string, person: Person = admin) => (await test.rest('GET', `${at}${path}`, person)).body;
  const ingest = (body: unknown, person: Person = admin) =>
    test.rest('POST', `${at}/conversations`, { ...person, body });
  return {
    at,
    read,
    ingest,
    /** Ingests messages of users. A refused request fails the test. */
    async ask(...messages: ConversationInput[]): Promise<void> {
      expect((await ingest(messages.map(conversationOf))).status).toBe(204);
    },
    analyse: () => analyseAll(test),
    remove: (externalId: string, person: Person = admin) =>
      test.graphql('mutation ($input: DeleteConversationInput!) { deleteConversation(input: $input) { deletedId } }', {
        ...person,
        variables: { input: { organization: id, externalId } },
      }),
    /** Returns the clusters as sorted external ids of their conversations, joined by spaces. */
    async groups(): Promise<string[]> {
      const { items } = await read('/conversations-issues?limit=1000');
      const byCluster = new Map<string, string[]>();
      for (const { issue } of items)
        if (issue.cluster) byCluster.set(issue.cluster, [...(byCluster.get(issue.cluster) ?? []), issue.conversation]);
      return [...byCluster.values()].map((ids) => ids.sort().join(' ')).sort();
    },
  };
}

/** Returns a conversation with one message of a user. */
export function conversationOf({ id, text = `What about ${id}?`, ...others }: ConversationInput): object {
  return { id, parts: [{ type: 'message', role: 'user', body: text }], ...others };
}
