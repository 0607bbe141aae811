import type { DocumentNode } from '../../../src/engine/text/document/node-shape.js';
import { documentOf, paragraph, text } from './nodes.js';
import { blockSamples, inlineSamples, markSamples, otherSamples } from './samples.js';

/** A document with all samples, and with a text that has all marks. */
const everything = documentOf(...Object.values({ ...blockSamples, ...otherSamples }).map(({ node }) => node), {
  ...paragraph(''),
  nodes: [
    ...Object.values(inlineSamples).map(({ node }) => node),
    text('word', ...Object.keys(markSamples).map((type) => ({ type, data: { text: 'red', background: 'blue' } }))),
  ],
});

/** Returns the document with every string replaced by the vector, except the members in `unchangedMembers`. */
export function documentWithVector(vector: string, unchangedMembers: ReadonlySet<string>): DocumentNode {
  return JSON.parse(JSON.stringify(everything), (name, value) =>
    typeof value === 'string' && !unchangedMembers.has(name) ? vector : value,
  );
}

/** Members that identify the type of a node, a fragment or a table cell. */
export const members: ReadonlySet<string> = new Set([
  'object',
  'type',
  'kind',
  'fragment',
  't',
  'n',
  'r',
  'c',
  'f',
  'l',
  'i',
  's',
  'u',
]);

/** Returns Markdown with the vector wherever an author can write text. */
export function markdownWith(vector: string): string {
  const quoted = vector.replaceAll('"', '\\"');
  return `
${vector}

# ${vector} <a href="#x" id="${vector}"></a>

[text](${vector}) [text](<${vector}> "${quoted}") ![${vector}](${vector} "${quoted}") <${vector}> \`${vector}\` $$${vector}$$ :${vector}:

<a href="${vector}" class="button primary" data-icon="${vector}">${vector}</a> <i class="fa-${vector}">:${vector}:</i>
<mark style="color:${vector};">${vector}</mark> <code class="expression">${vector}</code> word[^1]

\`\`\`${vector}
${vector}
\`\`\`

{% code title="${quoted}" %}
\`\`\`js ${vector}
${vector}
\`\`\`
{% endcode %}

{% tabs %}
{% tab title="${quoted}" %}
${vector}
{% endtab %}
{% endtabs %}

{% hint style="${quoted}" %}
${vector}
{% endhint %}

{% embed url="${quoted}" %}

{% openapi src="${quoted}" path="${quoted}" method="${quoted}" %}
{% endopenapi %}

<details>

<summary>${vector}</summary>

${vector}

</details>

<figure><img src="${vector}" alt="${vector}" width="${vector}"><figcaption><p>${vector}</p></figcaption></figure>

| ${vector} | b |
|---|---|
| ${vector} | [x](${vector}) |

<table data-view="cards"><thead><tr><th>${vector}</th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td>${vector}</td><td><a href="${vector}">x</a></td></tr></tbody></table>

$$
${vector}
$$

[^1]: ${vector}
`;
}
