import { newId } from '../../../src/platform/base/ids.js';
import { insertRows } from '../../../src/platform/db/write/insert-rows.js';
import type { TestApp } from '../../support/app.js';
import type { Person } from '../../support/seed.js';
import { analyseAll } from '../conversations/analysing.js';
import { conversationOf } from '../conversations/scene.js';

/** Ids of a conversation and a cluster with several issues. */
export interface ConversationIds {
  /** Id of a conversation with several issues. */
  conversation: string;
  /** Id of a cluster with several issues and several change requests. */
  cluster: string;
}

interface Place {
  organization: string;
  admin: Person;
  space: string;
}

const texts = ['The new card has not arrived', 'How do I change my PIN?', 'Exchange rates look wrong'];

/**
 * Ingests several conversations about each of several topics. Opens several change requests for the cluster of the
 * first issue.
 */
export async function seedConversations(
  test: TestApp,
  { organization, admin, space }: Place,
): Promise<ConversationIds> {
  const at = `/orgs/${organization}`;
  const conversations = texts.flatMap((text, index) =>
    [1, 2, 3].map((number) => conversationOf({ id: `${index} ${number}`, text })),
  );
  await test.rest('POST', `${at}/conversations`, { ...admin, body: conversations });
  await analyseAll(test);
  const issues = await test.rest('GET', `${at}/conversations-issues`, admin);
  const [{ issue }] = issues.body.items;
  const answer = `mutation ($input: CreateChangeRequestInput!) {
    createChangeRequest(input: $input) { changeRequest { id } } }`;
  for (const _ of texts)
    await test.graphql(answer, {
      ...admin,
      variables: { input: { space, subject: 'Answer', conversationsIssuesCluster: issue.cluster } },
    });
  return { cluster: issue.cluster, conversation: await addIssues(test, issue.id) };
}

/** Copies an issue several times within its conversation. Returns the id of the conversation. */
async function addIssues({ store }: TestApp, id: string): Promise<string> {
  const query = store.sql.selectFrom('ConversationIssue').selectAll().where('id', '=', id);
  const issue = (await store.read.first(query))!;
  const rows = [1, 2].map((position) => ({
    ...{ ...issue, id: newId('ConversationIssue'), position },
    quotes: JSON.stringify(issue.quotes),
  }));
  await store.transaction((tx) => insertRows(tx, { table: 'ConversationIssue', rows }));
  return issue.conversationId;
}
