import { describe, expect, it } from 'vitest';
import { pseudoTranslate } from '../../../src/content/translation/pseudo.js';
import { segmentsOf } from '../../../src/content/translation/segments.js';
import { translatePage } from '../../../src/content/translation/translate-page.js';

const page = `---
description: How to save
icon: floppy
---

# First steps

Press **Save** or \`Ctrl+S\`, see [the guide](guide.md "mention") and [first *steps*](#first-steps).\\
Next line {{ user.name }} <code class="expression">space.vars.x</code>

{% hint style="info" %}
Read *this*.
{% endhint %}

{% tabs %}
{% tab title="On Linux" %}
1. one
2. two \`x\`
   > quoted
   > text
{% endtab %}
{% endtabs %}

| Name | Value |
| ---- | ----- |
| a \\| b | \`c\` |

![A picture](a.png "Its caption")

<figure><img src="x.png" alt="An image"><figcaption><p>Caption <b>bold</b></p></figcaption></figure>

<details>

<summary>More <code>here</code></summary>

Text[^1]

</details>

<table data-view="cards"><thead><tr><th>Title</th><th data-hidden data-card-target data-type="content-ref">Target</th></tr></thead><tbody><tr><td><strong>Get</strong> started</td><td><a href="a.md">a.md</a></td></tr></tbody></table>

{% content-ref url="guide.md" %}
[guide.md](guide.md)
{% endcontent-ref %}

\`\`\`js
const text = 'code';
\`\`\`

[^1]: A note.
`;

describe('a page', () => {
  it('shows', () => {
    const segments = segmentsOf(page);
    console.log(segments.map(({ text, block }) => `${block}: ${text}`).join('\n'));
    const result = translatePage(
      page,
      new Map(segments.map(({ hash, text }) => [hash, pseudoTranslate(text, 'fr', new Map())])),
    );
    console.log(result.markdown, result.refused, result.missing);
    expect(result.refused).toEqual([]);
  });
});
