import type { ContentRef, Json } from '../../../../src/engine/base/types.js';
import { specificationView } from '../../../../src/engine/openapi/view/specification-view.js';
import { documentFromMarkdown } from '../../../../src/engine/text/document/from-markdown.js';
import { colors } from '../../../../src/engine/text/document/nodes/nodes.js';
import { fillText } from '../../../../src/render/html/fill-placeholders.js';
import { renderText } from '../../../../src/render/html/render-text.js';
import type { ReferenceResolver } from '../../../../src/render/html/rendered.js';
import { specificationHtml } from '../../../../src/render/html/specification/specification-html.js';

const names = colors.filter((name) => name !== 'default');

/** Texts in each color on each background color. */
const backgrounds = names
  .map((ground) =>
    names
      .map((name) => `<mark style="color:${name};background-color:${ground};">${name.replace('$', '')}</mark>`)
      .join(' '),
  )
  .join('\n\n');

const plainColors = names.map((name) => `<mark style="color:${name};">${name}</mark>`).join(' ');

const hint = (style: string): string => `{% hint style="${style}" %}
The server keeps [what it was given](/guide), and \`docgraph verify\` tells whether it still has it.
{% endhint %}`;

/** Markdown with every type of block and inline that Markdown can represent, and every color on every background. */
export const markdown = `A gateway answers **one question** from _many sources_: it asks each of them for the part that it knows, and puts the parts together. Read [how it is set up](/guide), press <kbd>Ctrl</kbd> <kbd>K</kbd>, or type \`docgraph start\`. Water is H<sub>2</sub>O, $$x^2$$ grows, and :rocket: flies. ~~Not any more.~~

# What stands in a text

Paragraphs are as wide as one reads well: some seventy letters, in a type that the reader's own system has. ${plainColors}, and <mark style="background-color:yellow;">a ground</mark>. A [person](/people "mention"), a \`\`name\`\` and <code class="expression">space.vars.name</code>, an icon <i class="fa-github">:github:</i>, ![a map](/pictures/map.svg).

<a href="/start" class="button primary" data-icon="gear">Start now</a> <a href="https://example.org" class="button secondary">Read more</a>

${['info', 'warning', 'danger', 'success'].map(hint).join('\n\n')}

## Lists

* The first
  * below it
* The second, with two paragraphs.

  This is the other.

3. Third
4. Fourth

* [x] Write the frame
* [ ] Show it to somebody

> Whoever writes for others writes short sentences[^1].

***

## Tabs

{% tabs %}
{% tab title="npm" %}
\`\`\`sh
npm install docgraph
\`\`\`
{% endtab %}
{% tab title="Docker" %}
Take the image, and give it a volume for its data.
{% endtab %}
{% tab title="Sources" %}
Clone the repository.
{% endtab %}
{% endtabs %}

## Steps

{% stepper %}
{% step %}
### Make a token

Tokens begin with \`dg_\`.
{% endstep %}
{% step %}
### Ask something

Every field that the token may see can be asked for, and what it may not see is null.
{% endstep %}
{% step %}
Read the answer.
{% endstep %}
{% endstepper %}

<details>

<summary>What does it cost?</summary>

Nothing but the room it takes.

</details>

# Code

<pre class="language-ts" data-title="server.ts" data-line-numbers><code class="lang-ts">import { createServer } from 'docgraph';

<strong>const server = await createServer({ port: 4000 });
</strong>console.log(\`listening on \${server.address}, and this line is so long that it does not fit into the column of the text\`);
</code></pre>

{% code overflow="wrap" %}
\`\`\`
A line that is wrapped, since somebody said so: it goes on for longer than the column of the text is wide, and does not scroll.
The next.
\`\`\`
{% endcode %}

$$
e^{i\\pi} + 1 = 0
$$

{% openapi-operation spec="petstore" path="/v1/spaces/{spaceId}/content/path/{pagePath}" method="get" %}
[petstore](/petstore)
{% endopenapi-operation %}

{% openapi-operation spec="known" path="/pets" method="post" %}
[known](/known)
{% endopenapi-operation %}

# Images, tables and cards

<figure><picture><source srcset="/pictures/map.svg?dark" media="(prefers-color-scheme: dark)"><img src="/pictures/map.svg" alt="Three boxes with arrows between them"></picture><figcaption><p>How a question is answered</p></figcaption></figure>

<div align="center" data-with-frame="true"><figure><img src="/pictures/map.svg" alt="The same map, smaller" width="320"></figure></div>

{% embed url="https://example.org/a/long/address/of/a/video/that/somebody/took/of/the/gateway" %}
A video of it
{% endembed %}

{% content-ref url="/reference" %}
[reference](/reference)
{% endcontent-ref %}

{% file src="/files/map.svg" %}

| Name of the setting | Kind | What it does, in a sentence | Where |
|---|---|---:|---|
| \`PUBLIC_URL\` | address | Where people reach the server, as they type it; links in answers begin with it. | [Settings](/settings) |
| \`SECRET\` | text | Signs and encrypts. | |

<table data-view="cards"><thead><tr><th></th><th></th><th data-hidden data-card-cover data-type="image">Cover</th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td><strong>Begin</strong></td><td>From nothing to the first answer.</td><td><a href="/pictures/map.svg">map</a></td><td><a href="/start">start</a></td></tr><tr><td><strong>Guide</strong></td><td>What people do with it, one task a page.</td><td></td><td><a href="/guide">guide</a></td></tr><tr><td><strong>Background</strong></td><td>Why it is as it is.</td><td></td><td></td></tr></tbody></table>

<table><thead><tr><th>Name</th><th data-type="rating" data-max="5">Rating</th><th data-type="checkbox">Done</th><th data-type="files">Files</th></tr></thead><tbody><tr><td>One</td><td>4</td><td>true</td><td><a href="/files/map.svg">map</a></td></tr></tbody></table>

# Colors on colors

${backgrounds}

[^1]: The note, with [a link](/guide).
`;

const pet: Json = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', maxLength: 50, description: 'What it is *called*.' },
    owner: { type: 'object', properties: { name: { type: 'string', deprecated: true } } },
    is: { oneOf: [{ title: 'Cat' }, { title: 'Dog' }] },
  },
};

const specification: Json = {
  openapi: '3.1.0',
  servers: [{ url: 'https://pets.test/v1' }],
  paths: {
    '/pets': {
      post: {
        summary: 'Add a pet',
        description: 'A pet is added:\n\n* at once;\n* for [good](https://pets.test/).',
        deprecated: true,
        parameters: [{ name: 'dry', in: 'query', required: true, schema: { type: 'boolean', default: false } }],
        requestBody: { required: true, content: { 'application/json': { schema: pet } } },
        responses: {
          '200': {
            description: 'It was added.',
            headers: { ETag: { schema: { type: 'string' } } },
            content: { 'application/json': { schema: pet } },
          },
        },
      },
    },
  },
};

const referenceResolver: ReferenceResolver = {
  linkOf: ({ url, file }) => ({ url: String(url ?? file), isExternal: String(url).startsWith('http') }),
  nameOf: ({ url, spec, file }) => String(url ?? spec ?? file),
  imageOf: ({ url }) => ({ url: String(url), width: 640, height: 220 }),
  sharedOf: () => null,
  specificationOf: ({ spec }, part) =>
    spec === 'known' ? specificationHtml(specificationView(specification, part)!) : null,
  opensWindows: false,
};

const document = documentFromMarkdown(markdown, {
  resolve: (url): ContentRef => (url.startsWith('/files/') ? { kind: 'file', file: url } : { kind: 'url', url }),
});
const rendered = renderText(document);

/** HTML of the Markdown, and its headings. */
export const allBlocks = { html: fillText(rendered, referenceResolver), headings: rendered.headings };

/** Types of blocks and inlines in the Markdown. */
export const sampledNodeTypes: ReadonlySet<string> = new Set(kindsIn(document));

function kindsIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type } = node as { type?: unknown };
  return [...(typeof type === 'string' ? [type] : []), ...Object.values(node).flatMap(kindsIn)];
}
