import { expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedOrganization } from '../../../support/seed.js';
import { seedManual } from '../../manual-space.js';
import { openChangeRequest } from './proposal.js';

const test = await testApp();
const acme = await seedOrganization(test);
const { token } = acme.admin;

it('a large document is stored as the Markdown that it was read from', async () => {
  const manual = await seedManual(test, acme);
  const proposal = await openChangeRequest(test, manual.id, token);
  const markdown = Array.from({ length: 4000 }, (_, line) => `Line ${line} with _words_ and "quotes" – ü.`).join(
    '\n\n',
  );
  const insert = (title: string, document: object) => ({ operation: 'insert_page', title, document });
  expect((await proposal.change(insert('Written', { markdown }))).status).toBe(200);
  const pageNamed = async (title: string, format: string) => {
    const { body } = await test.rest('GET', `${proposal.path}/content/pages`, { token });
    const { id } = body.pages.find((page: { title: string }) => page.title === title);
    return (await test.rest('GET', `${proposal.path}/content/page/${id}?format=${format}`, { token })).body;
  };
  const { document } = await pageNamed('Written', 'document');
  expect(JSON.stringify(document).length).toBeGreaterThan(1_000_000);
  expect((await proposal.change(insert('Copied', { document }))).status).toBe(200);
  expect((await pageNamed('Copied', 'markdown')).markdown.trim()).toBe(markdown);
});
