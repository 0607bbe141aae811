import { describe, expect, it } from 'vitest';
import { documentFromMarkdown } from '../../../src/engine/text/document/from-markdown.js';
import { segmentHash, segmentsOf } from '../../../src/engine/translation/segments.js';
import { structureRule, translatePage } from '../../../src/engine/translation/translate-page.js';
import { pseudo, structure, translated } from './translated.js';

const page = `---
description: How to save
icon: floppy
---

# First steps

Press **Save** or \`Ctrl+S\`, see [the *guide*](guide.md "mention") and [first *steps*](#first-steps).\\
Next line {{ user.name }} <code class="expression">space.vars.x</code>

{% hint style="info" %}
Read *this*, :rocket: and $$x_1$$.
{% endhint %}

{% tabs %}
{% tab title="On Linux" %}
1. one
2. two \`x\`
   > quoted
   > text\\
   > and [more][guide]
{% endtab %}
{% endtabs %}

| Name    | Value |
| :------ | ----- |
| a \\| b | \`c\` |

![A picture](a.png "Its caption")

<table data-view="cards"><thead><tr><th>Title</th></tr></thead><tbody><tr><td><strong>Get</strong> started</td></tr></tbody></table>

\`\`\`js
const text = 'code';
\`\`\`

#### Fourth level

[guide]: guide.md
`;

const inFrench = `---
description: "[fr] Ĥóŵ ťó šáṽé"
icon: floppy
---

# \\[fr] Ƒíŕšť šťéþš <a href="#first-steps" id="first-steps"></a>

\\[fr] Þŕéšš **Šáṽé** óŕ \`Ctrl+S\`, šéé [the *guide*](guide.md "mention") áñď [ƒíŕšť _šťéþš_](#first-steps).\\
Ñéӿť ļíñé {{ user.name }} <code class="expression">space.vars.x</code>

{% hint style="info" %}
\\[fr] Ŕéáď _ťĥíš_, :rocket: áñď $$x_1$$.
{% endhint %}

{% tabs %}
{% tab title="[fr] Óñ Ļíñúӿ" %}
1. \\[fr] óñé
2. \\[fr] ťŵó \`x\`
   > \\[fr] ɋúóťéď ťéӿť\\
   > áñď [ɱóŕé][guide]
{% endtab %}
{% endtabs %}

| \\[fr] Ñáɱé    | \\[fr] Ṽáļúé |
| :------ | ----- |
| \\[fr] á \\| ƀ | \`c\` |

![\\[fr\\] Á þíçťúŕé](a.png "[fr] Íťš çáþťíóñ")

<table data-view="cards"><thead><tr><th>[fr] Ťíťļé</th></tr></thead><tbody><tr><td>[fr] <strong>Ĝéť</strong> šťáŕťéď</td></tr></tbody></table>

\`\`\`js
const text = 'code';
\`\`\`

#### \\[fr] Ƒóúŕťĥ ļéṽéļ

[guide]: guide.md
`;

it('the texts of a page are translated, and its other parts stay unchanged', () => {
  expect(translated(page)).toEqual({ markdown: inFrench, refused: [], missing: [] });
});

it('a page without translations stays byte-identical, and each missing text is listed once', () => {
  const twice = `${page}\nSame.\n\nSame.\n`;
  const hashes = new Set(segmentsOf(twice).map(({ hash }) => hash));
  expect(translatePage(twice, new Map())).toEqual({ markdown: twice, refused: [], missing: [...hashes] });
});

it('byte order marks stay, and offsets after them are correct', () => {
  const marked = '\uFEFF---\nicon: a\n---\n\uFEFFOne **two**\n';
  expect(translated(marked).markdown).toBe('\uFEFF---\nicon: a\n---\n\uFEFF\\[fr] Óñé **ťŵó**\n');
});

it('Windows line endings outside of segments stay', () => {
  const { markdown } = translated('# One\r\n\r\nTwo\r\nlines\\\r\nthree\r\n');
  expect(markdown).toBe('# \\[fr] Óñé\r\n\r\n\\[fr] Ťŵó ļíñéš\\\nťĥŕéé\r\n');
});

it('a translation that is equal to its source leaves the page byte-identical', () => {
  expect(translated(page, (text) => text).markdown).toBe(page);
});

it('a changed block changes the hash of one segment', () => {
  const before = new Set(segmentsOf(page).map(({ hash }) => hash));
  const after = segmentsOf(page.replace('quoted', 'cited')).map(({ hash }) => hash);
  expect(after.filter((hash) => !before.has(hash))).toHaveLength(1);
});

describe('the words of a translation stay text, whatever characters they contain:', () => {
  const awkward = [
    '# not a title',
    '- no item',
    '1. no number',
    '> no quote',
    '*a* _b_ ~~c~~ a_b_c',
    'a | b \\| c',
    '[a]: b',
    '[^1]: no note',
    '<details>',
    '&amp; &#32; &copy;',
    ':rocket: 12:30:45',
    'https://example.org/a_b me@example.org',
    '$$x$$ $ $',
    '--- === ***',
    '+ a\n\n    b\n# c',
    'a \\\\ \\n \\',
    '"quoted" \'text\'',
    '© مرحبا שלום 你好。',
    'a\u00A0b\u200B',
  ];
  const places = [
    'a',
    '# a',
    '## a ##',
    'a\n===',
    '- a',
    '> a',
    '| a |\n| - |\n| b |',
    '**a**',
    '[a](b)',
    '![a](b "c")',
  ];
  const inHtml = [
    '<p align="center">a</p>',
    '<details>\n\n<summary>a</summary>\n\nb\n\n</details>',
    '<figure><img src="x" alt="a"></figure>',
  ];
  const inTab = '{% tabs %}\n{% tab title="a" %}\nb\n{% endtab %}\n{% endtabs %}';

  it.each([...places, ...inHtml, inTab])('%j', (place) => {
    for (const words of awkward) {
      const source = `${place}\n`;
      const result = translated(source, (text) => text.replace(/[abc]/, () => `${words} é`));
      const allowed = result.refused.filter(({ rule }) => !/HTML|bold|code/.test(rule));
      expect(allowed).toEqual([]);
      expect(structure(result.markdown)).toEqual(structure(source));
      if (result.refused.length > 0) continue;
      const segmentText = segmentsOf(result.markdown)[0]!.text;
      expect(segmentText.replace(/<\/?x0>/g, '')).toBe(`${words} é`.replace(/\s*\n\s*/g, ' '));
    }
  });

  it('the front matter keeps its other fields', () => {
    const source = '---\n# comment\ndescription: a # b\nhidden: true\n---\nx\n';
    const { markdown } = translated(source, () => 'é: "ü" # x');
    expect(markdown).toContain('hidden: true');
    expect(segmentsOf(markdown)[0]!.text).toBe('é: "ü" # x');
  });
});

describe('a translation that breaks a rule', () => {
  it('is reported with its block, and the source text stays', () => {
    const source = 'Press **Save**.\n\nThen *go* on.\n';
    const [first, second] = segmentsOf(source);
    const result = translatePage(
      source,
      new Map([
        [first!.hash, 'Appuyez.'],
        [second!.hash, 'Puis <x0>continuez</x0>.'],
      ]),
    );
    expect(result.markdown).toBe('Press **Save**.\n\nPuis _continuez_.\n');
    expect(result.refused).toEqual([{ hash: first!.hash, block: first!.block, rule: 'must keep <x0>' }]);
    expect(result.missing).toEqual([]);
  });

  it('is found among many, also if only the structure breaks', () => {
    const items = Array.from({ length: 50 }, (_, index) => `- item ${index} [x][${index}]\n\n  <b>${index} a</b>\n`);
    const source = `Begin <b>\n\n${items.join('')}\nEnd\n`;
    const result = translated(source);
    expect(structure(result.markdown)).toEqual(structure(source));
    expect(result.refused.filter(({ rule }) => rule !== structureRule)).toEqual([]);
  });
});

describe('tags in another order', () => {
  it('move together with their content', () => {
    const source = 'Use `a`, **b** and ![c](c.png).\n';
    const { markdown } = translated(source, (text) => (text === 'c' ? 'ç' : '<x2/> <x1>β</x1> <x0/>'));
    expect(markdown).toBe('![ç](c.png) **β** `a`\n');
  });

  it('keep emphasis that is adjacent to other letters', () => {
    const { markdown, refused } = translated('Run **`go`**, **(now)** here.\n', () => 'Go<x0/>를<x1>(지금)</x1>은');
    expect(refused).toEqual([]);
    expect(structure(markdown)).toEqual(structure('Run **`go`**, **(now)** here.\n'));
  });

  it('keep URLs that are adjacent to other letters', () => {
    const { markdown, refused } = translated('See https://example.org/a for more.\n', () => '请看<x0/>。');
    expect(refused).toEqual([]);
    expect(markdown).toBe('请看<https://example.org/a>。\n');
  });
});

describe('links', () => {
  it('of every kind are rewritten by the callback, and other text stays', () => {
    const source = '[a](a.md) ![b](b.png) <a href="a.md">c</a> [d]\n\n[d]: a.md#x\n\n`a.md`\n';
    const links = (target: string): string => target.replace(/^a\.md/, '../fr/a.md');
    expect(translatePage(source, new Map(), { links }).markdown).toBe(
      '[a](../fr/a.md) ![b](b.png) <a href="../fr/a.md">c</a> [d]\n\n[d]: ../fr/a.md#x\n\n`a.md`\n',
    );
  });

  it('with a label keep their target if their words change', () => {
    const { markdown } = translated('See [Guide] and [Guide][].\n\n[Guide]: a.md\n', (text) =>
      text.replaceAll('Guide', 'Führer'),
    );
    expect(markdown).toBe('See [Führer][Guide] and [Führer][Guide].\n\n[Guide]: a.md\n');
  });
});

describe('a heading', () => {
  const source = '[a](#Set-up)\n\n# Set up\n\n## Set up\n\n## Other {#other}\n\n## Last <a href="#end" id="end"></a>\n';

  it('keeps its id if a link names it', () => {
    const { markdown } = translated(source);
    expect(markdown).toContain('# \\[fr] Šéť úþ <a href="#set-up" id="set-up"></a>\n\n## \\[fr] Šéť úþ\n');
  });

  it('keeps an explicit id of its author', () => {
    const { markdown } = translated(source);
    expect(markdown).toContain('Óťĥéŕ {#other}\n\n## \\[fr] Ļášť <a href="#end" id="end"></a>\n');
  });

  it('keeps the ids that the caller names', () => {
    const { markdown } = translated(source, pseudo, { anchors: (id) => id === 'set-up-1' });
    expect(idsOf(markdown).slice(1)).toEqual(['set-up-1', 'other', 'end']);
    expect(idsOf(markdown)[0]).not.toBe('set-up');
  });
});

function idsOf(markdown: string): string[] {
  return documentFromMarkdown(markdown).nodes.flatMap(({ meta }) => meta?.id ?? []);
}

it('`segmentHash` of a text is the hash of its segment', () => {
  const [segment] = segmentsOf('Some **text**.\n');
  expect(segmentHash(segment!.text)).toBe(segment!.hash);
});
