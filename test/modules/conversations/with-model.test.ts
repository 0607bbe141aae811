import { describe, expect, it } from 'vitest';
import { createAi } from '../../../src/platform/ai/ai.js';
import { createPostJson } from '../../../src/platform/outbound/post-json.js';
import { type ResponseHandlers, startAiServer, workingService } from '../../platform/ai/ai-server.js';
import { testApp } from '../../support/app.js';
import { analyseAll } from './analysing.js';
import { seedConversationOrganization } from './scene.js';

const test = await testApp();

/** Returns the text that a correct service writes. */
function modelOutput({ messages }: { messages: { content: string }[] }): string {
  const { issues } = JSON.parse(messages.at(-1)!.content) as { issues: { quotes?: string[]; title?: string }[] };
  if (issues[0]!.quotes === undefined) return JSON.stringify({ label: `All: ${issues[0]!.title}`, summary: 'Alike.' });
  const titles = issues.map(({ quotes = [] }) => ({ title: `Title of ${quotes[0]}`, summary: `About ${quotes[0]}` }));
  return `Here it is:\n${JSON.stringify({ issues: titles })}`;
}

const completion = (content: string) => ({ choices: [{ message: { role: 'assistant', content } }] });
const validResponses: ResponseHandlers = {
  ...workingService,
  '/v1/chat/completions': (body) => completion(modelOutput(body)),
};

/** Creates an organization, and a service with these responses. */
async function startServiceOrganization(
  answers: ResponseHandlers,
  given: { model?: string; embeddingModel?: string } = {},
) {
  const server = await startAiServer(answers);
  const { model, embeddingModel } = Object.keys(given).length > 0 ? { ...noModels, ...given } : server.config;
  const ai = createAi({ ...server.config, model, embeddingModel }, server.outbound);
  const organization = await seedConversationOrganization(test);
  const requestsTo = (path: string) => server.requests.filter((one) => one.path === `/v1/${path}`);
  return { ...organization, server, requestsTo, analyse: () => analyseAll(test, ai) };
}

const noModels = { model: undefined, embeddingModel: undefined };

const questions = [
  { id: 'card0', text: 'The new card has not arrived' },
  { id: 'card1', text: 'The new card has not arrived' },
  { id: 'pin0', text: 'How do I change my PIN?' },
  { id: 'pin1', text: 'How do I change my PIN?' },
];

const labels = (clusters: { label: string }[]) => clusters.map(({ label }) => label).sort();

async function jobsOf(organizationId: string) {
  const { read, sql } = test.store;
  const query = sql.selectFrom('Job').select(['status', 'error']).where('organizationId', '=', organizationId);
  return read.all(query.orderBy('id'));
}

describe('with a service that works', () => {
  it('embeds issues, and titles and summarizes issues and clusters', async () => {
    const { ask, analyse, read, groups, requestsTo } = await startServiceOrganization(validResponses);
    await ask(...questions);
    await analyse();
    expect(await groups()).toEqual(['card0 card1', 'pin0 pin1']);
    const { items } = await read('/conversations-issues?conversation=pin0');
    expect(items[0].issue).toMatchObject({
      title: 'Title of How do I change my PIN?',
      summary: 'About How do I change my PIN?',
    });
    expect(labels((await read('/conversations-clusters')).items)).toEqual([
      'All: Title of How do I change my PIN?',
      'All: Title of The new card has not arrived',
    ]);
    expect(requestsTo('embeddings').flatMap(({ body }) => body.input)).toHaveLength(4);
    expect(requestsTo('chat/completions')).toHaveLength(3);
  });

  it('describes a cluster again only if its typical issues have changed', async () => {
    const { ask, analyse, requestsTo } = await startServiceOrganization(validResponses);
    await ask(...questions);
    await analyse();
    const before = requestsTo('chat/completions').length;
    await ask({ id: 'card2', text: 'The new card has not arrived' });
    await analyse();
    // One request for the new issue, and one for its cluster.
    expect(requestsTo('chat/completions').length - before).toBe(2);
  });

  it('embeds and groups all issues again if the embedding model changes', async () => {
    const { ask, analyse, server, requestsTo, groups } = await startServiceOrganization(validResponses);
    await ask(...questions);
    await analyse();
    await ask({ id: 'other', text: 'Exchange rates look wrong' });
    await analyseAll(test, createAi({ ...server.config, embeddingModel: 'another' }, server.outbound));
    const models = requestsTo('embeddings').flatMap(({ body }) => body.input.map(() => body.model));
    expect(models).toEqual([...Array(4).fill('embedder'), ...Array(5).fill('another')]);
    expect(await groups()).toEqual(['card0 card1', 'pin0 pin1']);
  });

  it('embeds issues without a vector of a new model, in pages that continue after the last issue', async () => {
    const { ask, analyse, server, requestsTo } = await startServiceOrganization(validResponses, {
      embeddingModel: 'embedder',
    });
    const alike = Array.from({ length: 130 }, (_, index) => ({ id: `card${index}`, text: questions[0]!.text }));
    await ask(...alike);
    await analyse();
    await ask(questions[2]!);
    const other = createAi({ ...server.config, model: undefined, embeddingModel: 'another' }, server.outbound);
    const reads: string[] = [];
    const read = test.store.reading(({ sql }) => reads.push(sql));
    await analyseAll({ store: { ...test.store, read } }, other);
    expect(requestsTo('embeddings').flatMap(({ body }) => (body.model === 'another' ? body.input : []))).toHaveLength(
      131,
    );
    const missing = reads.filter((sql) => sql.includes('not exists (select 1 from "ConversationIssueVector"'));
    const hasCursor = missing.map((sql) => /\("number", "position"\) > /.test(sql));
    expect(hasCursor).toEqual([false, true, true]);
  });

  it('writes texts locally if the service only embeds, and groups locally if the service only writes', async () => {
    const embedding = await startServiceOrganization(validResponses, { embeddingModel: 'embedder' });
    const writing = await startServiceOrganization(validResponses, { model: 'writer' });
    for (const { ask, analyse, groups } of [embedding, writing]) {
      await ask(...questions);
      await analyse();
      expect(await groups()).toEqual(['card0 card1', 'pin0 pin1']);
    }
    expect(embedding.requestsTo('chat/completions')).toEqual([]);
    expect(writing.requestsTo('embeddings')).toEqual([]);
  });
});

describe('with a service that fails', () => {
  it('loses nothing: the job reports the reason, and conversations are analysed once the service works again', async () => {
    let isDown = true;
    const { ask, analyse, read, groups, id } = await startServiceOrganization({
      ...validResponses,
      '/v1/embeddings': (body, answer) => {
        if (isDown) return void answer.writeHead(503).end('overloaded');
        return workingService['/v1/embeddings']!(body, answer);
      },
    });
    await ask(...questions);
    await analyse();
    const [failed] = await jobsOf(id);
    expect(failed).toMatchObject({ status: 'waiting', error: expect.stringMatching(/must answer with a status of/) });
    expect(failed!.error).not.toContain('sk-secret');
    expect((await read('/conversations/card0')).conversation.processedAt).toBeUndefined();
    isDown = false;
    await ask({ id: 'pin2', text: 'How do I change my PIN?' });
    await analyse();
    expect(await groups()).toEqual(['card0 card1', 'pin0 pin1 pin2']);
  });

  it('gives clusters local texts if the service fails, until all issues are grouped again', async () => {
    let isDown = true;
    const { ask, analyse, read, groups, id } = await startServiceOrganization({
      ...validResponses,
      '/v1/chat/completions': (body, answer) => {
        const { quotes, title = '' } = JSON.parse(body.messages.at(-1).content).issues[0];
        if (isDown && !quotes && title.includes('PIN')) return void answer.writeHead(503).end();
        return completion(modelOutput(body));
      },
    });
    await ask(...questions);
    await analyse();
    expect(await groups()).toEqual(['card0 card1', 'pin0 pin1']);
    const before = labels((await read('/conversations-clusters')).items);
    expect(before).toEqual(['All: Title of The new card has not arrived', expect.not.stringMatching(/^All/)]);
    expect((await jobsOf(id)).map(({ status }) => status)).toEqual(['done']);
    isDown = false;
    await ask({ id: 'other', text: 'Exchange rates look wrong' });
    await analyse();
    expect(labels((await read('/conversations-clusters')).items)).toEqual([
      'All: Title of How do I change my PIN?',
      'All: Title of The new card has not arrived',
    ]);
  });

  it('stores the results that it received before the failure', async () => {
    let requestsTo = 0;
    const { ask, analyse, read } = await startServiceOrganization({
      ...validResponses,
      '/v1/embeddings': (body, answer) => {
        requestsTo += body.input.length;
        if (requestsTo > 30) return void answer.writeHead(503).end('overloaded');
        return workingService['/v1/embeddings']!(body, answer);
      },
    });
    await ask(
      ...Array.from({ length: 40 }, (_, index) => ({ id: `card${index}`, text: 'The new card has not arrived' })),
    );
    await analyse();
    expect((await read('/conversations-issues?limit=1000')).items).toHaveLength(20);
  });

  it('does not wait for a slow service', async () => {
    const { ask, read, server, id } = await startServiceOrganization({
      ...validResponses,
      '/v1/embeddings': () => undefined,
    });
    await ask(...questions);
    const service = createPostJson({ trustedHosts: ['127.0.0.1'], totalTimeout: 50 });
    await analyseAll(test, createAi(server.config, { service }));
    const [failed] = await jobsOf(id);
    expect(failed).toMatchObject({ status: 'waiting', error: expect.stringContaining('must be read within 0.05 s') });
    expect((await read('/conversations-clusters')).items).toEqual([]);
  });

  it.each([
    ['text that is not JSON', 'I would rather not.'],
    ['JSON of another shape', '{"issues":"none"}'],
    ['too few titles', '{"issues":[]}'],
    ['empty titles', JSON.stringify({ issues: Array(4).fill({ title: ' ', summary: 'a' }), label: '', summary: 'a' })],
    ['labels that are too long', JSON.stringify({ label: 'a'.repeat(61), summary: 'a' })],
  ])('uses local texts if the service returns %s', async (_, content) => {
    const { ask, analyse, read, id } = await startServiceOrganization({
      ...validResponses,
      '/v1/chat/completions': () => completion(content),
    });
    const without = await seedConversationOrganization(test);
    for (const organization of [{ ask }, without]) await organization.ask(...questions);
    await analyse();
    await without.analyse();
    expect(labels((await read('/conversations-clusters')).items)).toEqual(
      labels((await without.read('/conversations-clusters')).items),
    );
    expect((await jobsOf(id)).map(({ status }) => status)).toEqual(['done']);
  });
});
