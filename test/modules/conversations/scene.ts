import { expect } from 'vitest';
import type { TestApp } from '../../support/app.js';
import { type Person, seedOrganization } from '../../support/seed.js';
import { analyseAll } from './analysing.js';

/** What a test says of a conversation: the first part is what the user says. */
export interface Said {
  id: string;
  text?: string;
  [member: string]: unknown;
}

/** An organization with conversations, and what can be done with them. */
export async function askingOrganization(test: TestApp) {
  const { id, admin } = await seedOrganization(test);
  return { id, admin, ...asking(test, { id, admin }) };
}

/** What is done with the conversations of an organization, by its admin unless somebody else is given. */
export function asking(test: TestApp, { id, admin }: { id: string; admin: Person }) {
  const at = `/orgs/${id}`;
  const read = async (path: string, person: Person = admin) => (await test.rest('GET', `${at}${path}`, person)).body;
  const ingest = (body: unknown, person: Person = admin) =>
    test.rest('POST', `${at}/conversations`, { ...person, body });
  return {
    at,
    read,
    ingest,
    /** Ingests messages of users and answers nothing; what is refused fails the test. */
    async ask(...said: Said[]): Promise<void> {
      expect((await ingest(said.map(conversationOf))).status).toBe(204);
    },
    analyse: () => analyseAll(test),
    remove: (externalId: string, person: Person = admin) =>
      test.graphql('mutation ($input: DeleteConversationInput!) { deleteConversation(input: $input) { deletedId } }', {
        ...person,
        variables: { input: { organization: id, externalId } },
      }),
    /** The clusters as sets of client's ids of conversations, each sorted. */
    async groups(): Promise<string[]> {
      const { items } = await read('/conversations-issues?limit=1000');
      const byCluster = new Map<string, string[]>();
      for (const { issue } of items)
        if (issue.cluster) byCluster.set(issue.cluster, [...(byCluster.get(issue.cluster) ?? []), issue.conversation]);
      return [...byCluster.values()].map((ids) => ids.sort().join(' ')).sort();
    },
  };
}

/** A conversation in which a user says one thing. */
export function conversationOf({ id, text = `What about ${id}?`, ...others }: Said): object {
  return { id, parts: [{ type: 'message', role: 'user', body: text }], ...others };
}
