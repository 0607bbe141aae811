import { ingestConversations } from '../../modules/conversations/actions.js';
import type { ConversationInput } from '../../modules/conversations/ready-conversation.js';
import { chunksOf } from '../../platform/arrays/chunks-of.js';
import type { Demo } from './demo.js';
import { fillTemplate } from './fill-template.js';
import { finishJobs } from './jobs.js';
import type { Random } from './random.js';

/** Content of `demo/conversations.yaml`. Words in braces in the texts are replaced. */
interface ConversationsFile {
  carriers: string[];
  countries: string[];
  names: string[];
  greetings: string[];
  thanks: string[];
  topics: DemoTopic[];
}

/** Texts about one topic. A topic with twice the weight has twice as many conversations. */
interface DemoTopic {
  key: string;
  weight: number;
  subjects: string[];
  questions: string[];
  answers: string[];
}

/** Number of conversations that one call ingests. */
const callLength = 500;

/** Ingests conversations of the last 13 weeks, and waits until they are in clusters. */
export async function createConversations(demo: Demo, file: ConversationsFile, count: number): Promise<void> {
  const topics = file.topics.flatMap((topic) => Array<DemoTopic>(topic.weight).fill(topic));
  const conversations = Array.from({ length: count }, (_, index) => {
    const topic = demo.random.pick(topics);
    const conversation = makeConversation(demo.random, { file, topic, number: 10_000 + index });
    demo.topics.set(topic.key, [...(demo.topics.get(topic.key) ?? []), conversation.id]);
    return conversation;
  });
  for (const some of chunksOf(conversations, callLength))
    await ingestConversations(demo, { organization: demo.organization, conversations: some });
  await finishJobs(demo);
}

const weeks = 13;
const hourMs = 3_600_000;

function makeConversation(
  random: Random,
  { file, topic, number }: { file: ConversationsFile; topic: DemoTopic; number: number },
): ConversationInput {
  const words = {
    order: String(40_000 + random.below(9_000)),
    carrier: random.pick(file.carriers),
    country: random.pick(file.countries),
    name: random.pick(file.names),
  };
  const write = (text: string) => fillTemplate(text, words);
  const question = [random.pick(file.greetings), random.pick(topic.questions), random.pick(file.thanks)];
  const createdAt = new Date(Date.now() - random.below(weeks * 7 * 24) * hourMs).toISOString();
  return {
    id: `ticket-${number}`,
    subject: write(random.pick(topic.subjects)),
    parts: [
      { type: 'message', role: 'user', body: write(question.join('\n\n')) },
      { type: 'message', role: 'team-member', body: write(random.pick(topic.answers)) },
    ],
    metadata: { createdAt, attributes: { channel: random.pick(['mail', 'chat']), country: words.country } },
  };
}

/** Returns the id of the cluster with the most questions about a topic; null if the analysis found none. */
export async function clusterOfTopic({ store: { read }, organization, topics }: Demo, topic: string) {
  const query = read.sql
    .selectFrom('ConversationIssue')
    .innerJoin('Conversation', 'Conversation.id', 'ConversationIssue.conversationId')
    .select('ConversationIssue.clusterId')
    .where('Conversation.organizationId', '=', organization)
    .where(read.inList('Conversation.externalId', topics.get(topic) ?? []))
    .where('ConversationIssue.clusterId', 'is not', null)
    .groupBy('ConversationIssue.clusterId')
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .orderBy('ConversationIssue.clusterId');
  return (await read.first(query.limit(1)))?.clusterId ?? null;
}
