import { expect, it } from 'vitest';
import { segmentsOf } from '../../../src/engine/translation/segments.js';
import { structureRule, translatePage } from '../../../src/engine/translation/translate-page.js';
import { withinBounds } from '../../support/cost.js';
import { type Provider, pseudo, structure, translated, translationsOf } from './translated.js';

const section = `## Section of [many](#section-of-many)

Press **Save** or \`Ctrl+S\`, see [the guide](guide.md) and <kbd>Esc</kbd>.

* one item
* and *another*, with a longer text that goes on for a while so that it is like those of authors

| Name | Value |
| ---- | ----- |
| a    | \`b\` |

{% hint style="info" %}
${'Read this, with some more words behind it, as many as authors write when they explain things. '.repeat(8)}
{% endhint %}

\`\`\`js
const text = 'code';
\`\`\`
`;

const page = `${section}\n`.repeat(Math.ceil(150_000 / section.length));

it('a page of 150 KB is split into segments within 1 s of CPU', async () => {
  const segments = await withinBounds({ cpu: 1 }, () => segmentsOf(page));
  expect(segments.length).toBeGreaterThan(1_000);
});

it('a page of 150 KB is translated within 1.5 s of CPU', async () => {
  const answers = translationsOf(page, pseudo);
  const { markdown, refused } = await withinBounds({ cpu: 1.5 }, () => translatePage(page, answers));
  expect(refused).toEqual([]);
  expect(structure(markdown)).toEqual(structure(page));
});

it('every translation that breaks its block is found among hundreds', async () => {
  const lines = Array.from({ length: 300 }, (_, index) => `* item ${index}\\\n  and more\n`).join('');
  const provider: Provider = (text, index) =>
    index % 2 === 0 ? pseudo(text, 0) : `${text.replace('<x0/>', ' ')}<x0/>`;
  const { markdown, refused } = await withinBounds({ cpu: 5 }, () => translated(lines, provider));
  expect(structure(markdown)).toEqual(structure(lines));
  expect(new Set(refused.map(({ rule }) => rule))).toEqual(new Set([structureRule]));
  expect(refused).toHaveLength(150);
});
