import { describe, expect, it } from 'vitest';
import { documentFromMarkdown } from '../../../../src/engine/text/document/from-markdown.js';
import { markdownFromDocument } from '../../../../src/engine/text/document/to-markdown.js';

const dataOf = (markdown: string) => documentFromMarkdown(markdown).nodes[0]!.data;
const line = {
  object: 'block',
  type: 'code-line',
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'y', marks: [] }] }],
};
const written = (data: object) =>
  markdownFromDocument({
    object: 'document',
    data: { schemaVersion: 1 },
    nodes: [{ object: 'block', type: 'code', data, nodes: [line] }],
  });
const fence = (info: string) => `\`\`\`${info}\ny\n\`\`\`\n`;

describe('the info string of a fence', () => {
  it.each([
    ['js', { syntax: 'js' }],
    ['js title="a.js"', { syntax: 'js', info: ' title="a.js"', title: 'a.js' }],
    ["js title='a.js' x", { syntax: 'js', info: " title='a.js' x", title: 'a.js' }],
    ['js subtitle="a.js"', { syntax: 'js', info: ' subtitle="a.js"' }],
    ['rust,editable', { syntax: 'rust', info: ',editable' }],
    ['rust,editable title="a  b"', { syntax: 'rust', info: ',editable title="a  b"', title: 'a  b' }],
    ['js {1,3}', { syntax: 'js', info: ' {1,3}' }],
    ['js{1,3}', { syntax: 'js', info: '{1,3}' }],
    ['{.python title="a"}', { info: '{.python title="a"}', title: 'a' }],
    ['c++', { syntax: 'c++' }],
    ['', {}],
  ])('`%s` is split into the language and the rest, and is written unchanged', (info, data) => {
    expect(dataOf(fence(info))).toEqual(data);
    expect(written(data)).toBe(fence(info));
  });

  it('is not changed by a title of the tag around it', () => {
    const tagged = `{% code title="b" %}\n${fence('js title="a"').trim()}\n{% endcode %}\n`;
    const data = { syntax: 'js', info: ' title="a"', title: 'b' };
    expect(dataOf(tagged)).toEqual(data);
    expect(written(data).replace(/\n+/g, '\n')).toBe(tagged);
  });

  it('is written without its title if the block has no title', () => {
    expect(written({ syntax: 'js', info: ' title="a" {1}' })).toBe(fence('js {1}'));
  });

  it('can be given as a whole in `syntax`', () => {
    expect(written({ syntax: 'js title="a"' })).toBe(fence('js title="a"'));
    expect(written({ syntax: 'js', info: 'x' })).toBe(fence('js x'));
  });

  it('is read from the class of highlighted code', () => {
    const html =
      '<pre class="language-rust,editable"><code class="lang-rust,editable"><strong>y\n</strong></code></pre>\n';
    expect(dataOf(html)).toEqual({ syntax: 'rust', info: ',editable' });
  });
});
