import { expect, it } from 'vitest';
import { type Block, blocksAllowedIn } from '../../../../src/engine/text/document/nodes/nodes.js';
import { blockKindByType, kinds } from '../../../../src/modules/content/document-blocks/kinds.js';
import { blocksOf, blockText, members } from '../../../../src/modules/content/document-blocks/members.js';
import { testApp } from '../../../support/app.js';
import { seedOrganization, seedSpace } from '../../../support/seed.js';

const page = `# Start <a href="#top" id="top"></a>

<p align="center">Some **bold** text.</p>

1. one
2. two

* [x] done

> quoted

***

{% hint style="info" %}
Restart the *server*.
{% endhint %}

{% code title="a.js" lineNumbers="true" overflow="wrap" %}
\`\`\`js
let a = 1;

let b = 2;
\`\`\`
{% endcode %}

$$
x^2
$$

<figure><img src=".gitbook/a.png" alt="A" width="375"><figcaption><p>The **caption**</p></figcaption></figure>

<img src=".gitbook/a.svg" alt="" class="gitbook-drawing">

{% embed url="https://a.example/video" %}
A video
{% endembed %}

{% file src=".gitbook/a.png" %}

{% content-ref url="other.md" %}
[other.md](other.md)
{% endcontent-ref %}

{% tabs %}
{% tab title="Linux" %}
In a tab.
{% endtab %}
{% endtabs %}

{% stepper %}
{% step %}
## A step

* item
{% endstep %}
{% endstepper %}

<details>

<summary>More</summary>

Hidden text.

</details>

| a | b |
| - | - |
| 1 | 2 |

{% openapi-operation spec="pets" path="/pets" method="get" %}
[OpenAPI pets](https://a.example)
{% endopenapi-operation %}

{% openapi-webhook spec="pets" name="born" method="post" %}
[OpenAPI pets](https://a.example)
{% endopenapi-webhook %}

{% openapi-schemas spec="pets" schemas="Pet,Cat" grouped="false" %}
[OpenAPI pets](https://a.example)
{% endopenapi-schemas %}
`;

const test = await testApp();
const acme = await seedOrganization(test);
const space = await seedSpace(test, acme.id, {
  'README.md': page,
  'other.md': '# Other\n',
  '.gitbook/a.png': 'png',
  '.gitbook/a.svg': '<svg/>',
});

/**
 * Returns a selection of all members of all kinds of blocks, `depth` levels deep. Members with the same name have the
 * same type, so none needs an alias.
 */
function selection(depth: number): string {
  const own = Object.entries(kinds).map(
    ([name, kind]) => `... on ${name} { ${(kind.members ?? []).join(' ')} __typename }`,
  );
  return `__typename key text inlines ${own.join(' ')} ${depth > 0 ? `blocks { ${selection(depth - 1)} }` : ''}`;
}

/** Returns the expected result of the selection, computed from the JSON document. */
function expected(block: Block, depth: number): object {
  const name = blockKindByType.get(block.type)!;
  const own = (kinds[name]!.members ?? []).map((one) => {
    const { read } = members[one] as { read?: (block: Block) => unknown };
    const value = (read ? read(block) : block.data[one]) ?? null;
    return [one, typeof value === 'string' && /[aA]lign|^style|overflow/.test(one) ? value.toUpperCase() : value];
  });
  const inlines = (block.nodes ?? []).filter(({ object }) => object !== 'block');
  return {
    __typename: name,
    key: block.key,
    text: blockText(block),
    inlines,
    ...Object.fromEntries(own),
    ...(depth > 0 && { blocks: blocksOf(block).map((inner) => expected(inner, depth - 1)) }),
  };
}

const ask = (what: string) =>
  test.graphql(
    `query ($id: ID!) { space(id: $id) { revision { page(path: "") { ... on DocumentPage { ${what} } } } } }`,
    { ...acme.admin, variables: { id: space } },
  );

it('every kind of block has an object type', () => {
  const types = ['list-item', 'code-line', 'image', 'tabs-item', 'stepper-step'];
  for (const allowed of Object.values(blocksAllowedIn)) types.push(...allowed);
  expect(types.filter((type) => !blockKindByType.has(type))).toEqual([]);
});

it('the blocks of a page match its JSON, with all members', async () => {
  const { data, errors } = await ask(`document blocks { ${selection(2)} }`);
  expect(errors).toBeUndefined();
  const { document, blocks } = data.space.revision.page;
  expect(blocks).toEqual(document.nodes.map((block: Block) => expected(block, 2)));
  const typenames = new Set(
    (JSON.stringify(blocks).match(/"__typename":"\w+"/g) ?? []).map((one) => one.slice(14, -1)),
  );
  const absent = Object.keys(kinds).filter((name) => !typenames.has(name));
  expect(absent).toEqual(['ReusableContentBlock']);
});

it('members have the values of the Markdown source', async () => {
  const { data } = await ask(`blocks { key text
    ... on HeadingBlock { level anchor } ... on HintBlock { style } ... on CodeBlock { code syntax title }
    ... on ExpandableBlock { summary blocks { text } } ... on TabsBlock { blocks { ... on TabBlock { title } } } }`);
  const { blocks } = data.space.revision.page;
  const blocksWithoutKeys = blocks.map(({ key, ...block }: { key: string }) => block);
  expect(blocksWithoutKeys).toContainEqual({ text: 'Start', level: 1, anchor: 'top' });
  expect(blocksWithoutKeys).toContainEqual({ text: 'Restart the server.', style: 'INFO' });
  const code = 'let a = 1;\n\nlet b = 2;';
  expect(blocksWithoutKeys).toContainEqual(expect.objectContaining({ code, syntax: 'js', title: 'a.js' }));
  expect(blocksWithoutKeys).toContainEqual(
    expect.objectContaining({ summary: 'More', blocks: [{ text: 'Hidden text.' }] }),
  );
  expect(blocksWithoutKeys).toContainEqual(expect.objectContaining({ blocks: [{ title: 'Linux' }] }));
});

it('evaluated content has blocks; Markdown content has none', async () => {
  const { data } = await ask(
    'content(evaluated: TRUE) { blocks { text } } markdown: content(format: MARKDOWN) { blocks { text } }',
  );
  expect(data.space.revision.page.content.blocks[0]).toEqual({ text: 'Start' });
  expect(data.space.revision.page.markdown.blocks).toBeNull();
});
