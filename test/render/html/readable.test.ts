import { expect, it } from 'vitest';
import { documentFromMarkdown } from '../../../src/engine/text/document/from-markdown.js';
import type { DocumentNode } from '../../../src/engine/text/document/node-shape.js';
import { fillText } from '../../../src/render/html/fill-placeholders.js';
import { renderText } from '../../../src/render/html/render-text.js';
import { referenceResolver } from './nodes.js';

const htmlFromMarkdown = (markdown: string) =>
  fillText(renderText(documentFromMarkdown(markdown, { forReaders: true }) as DocumentNode), referenceResolver);

it('a title is shown without the escapes of an editor', () => {
  const fence = '\n```php\nx\n```\n';
  expect(htmlFromMarkdown(`{% code title="create\\_posts\\_table.php" %}${fence}{% endcode %}`)).toContain(
    'create_posts_table.php',
  );
  expect(htmlFromMarkdown(`{% tabs %}\n{% tab title="a\\_b" %}${fence}{% endtab %}\n{% endtabs %}`)).toContain('a_b');
  expect(htmlFromMarkdown(`{% code title="C:\\src" %}${fence}{% endcode %}`)).toContain('C:\\src');
});

it('a table column with long text is marked as wide', () => {
  const table = (text: string) => htmlFromMarkdown(`| Key | Description |\n|---|---|\n| \`id\` | ${text} |\n`);
  expect(table('word '.repeat(30))).toContain('<th scope="col" class="long">Description</th>');
  expect(table('word '.repeat(30))).toContain('<th scope="col">Key</th>');
  expect(table('A word.')).not.toContain('long');
});
