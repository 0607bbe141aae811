import { expect, it } from 'vitest';
import { seedSpace } from '../../../support/seed.js';
import { recordThreadTasks } from '../../../support/threads.js';
import { processWaitingSpecifications } from '../../specifications/processing.js';
import { visitorOf } from './browsing.js';
import { guideSites } from './guide-sites.js';

const { test, acme, siteWith } = await guideSites();
const threadTasks = recordThreadTasks();

it('a block of a specification shows its newest version', async () => {
  const operation = { summary: 'List all pets', responses: { 200: { description: 'Every pet' } } };
  const document = (paths: object) =>
    JSON.stringify({ openapi: '3.0.3', info: { title: 'Pets', version: '1' }, paths });
  const at = `/orgs/${acme.id}/openapi/pets`;
  const give = async (paths: object) => {
    await test.rest('PUT', at, { ...acme.admin, body: { source: { text: document(paths) } } });
    await processWaitingSpecifications(test);
  };
  const block = '{% openapi-operation spec="pets" path="/pets" method="get" %}\n{% endopenapi-operation %}\n';
  const space = await seedSpace(test, acme.id, { 'README.md': `# Pets\n\n${block}` });
  const page = `/published/${acme.id}/${(await siteWith({ spaces: [{ space, path: 'pets' }] })).id}/pets`;
  expect((await visitorOf(test).get(page)).text).not.toContain('List all pets');
  await give({ '/pets': { get: operation } });
  const { text } = await visitorOf(test).get(page);
  expect(text).toContain('List all pets');
  expect(text).toContain('Every pet');
  await give({ '/pets': { get: { ...operation, summary: 'List some pets' } } });
  expect((await visitorOf(test).get(page)).text).toContain('List some pets');
  await give({ '/dogs': { get: operation } });
  expect((await visitorOf(test).get(page)).text).not.toContain('List some pets');
});

it('two hundred operations on one page are rendered in a worker thread, and only once', async () => {
  const operation = (name: string) => ({ summary: `Operation ${name}`, responses: { 200: { description: 'OK' } } });
  const names = Array.from({ length: 200 }, (_, index) => `of-${index}`);
  const paths = Object.fromEntries(names.map((name) => [`/${name}`, { get: operation(name) }]));
  const text = JSON.stringify({ openapi: '3.0.3', info: { title: 'Many', version: '1' }, paths });
  await test.rest('PUT', `/orgs/${acme.id}/openapi/many`, { ...acme.admin, body: { source: { text } } });
  await processWaitingSpecifications(test);
  const blocks = names.map(
    (name) => `{% openapi-operation spec="many" path="/${name}" method="get" %}\n{% endopenapi-operation %}\n`,
  );
  const space = await seedSpace(test, acme.id, { 'README.md': `# Many\n\n${blocks.join('\n')}` });
  const page = `/published/${acme.id}/${(await siteWith({ spaces: [{ space, path: 'many' }] })).id}/many`;
  threadTasks.length = 0;
  const first = await visitorOf(test).get(page);
  expect(names.filter((name) => !first.text.includes(`Operation ${name}<`))).toEqual([]);
  expect((await visitorOf(test).get(page)).text).toBe(first.text);
  expect(threadTasks.filter(({ task }) => task === 'show')).toHaveLength(1);
});
