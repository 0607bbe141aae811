import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ContentError } from '../../../../src/engine/base/types.js';
import { documentFromMarkdown } from '../../../../src/engine/text/document/from-markdown.js';
import { markdownFromDocument } from '../../../../src/engine/text/document/to-markdown.js';
import { documentsByKind, options } from './block-arbitrary.js';

// Names that every object inherits. A lookup table that is an object literal also has these names.

const names = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];

/** A value that a client may send instead of a text. `String` throws an error for it. */
const unconvertible = { toString: 1, valueOf: 1 };

type Path = string[];

/** Returns the paths of all values in a document. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([name, member]) => pathsIn(member, [...path, name]));
  return path.length > 0 ? [path, ...inner] : inner;
}

/** Returns a copy of a document with another value at a path. */
function withValueAt(document: unknown, path: Path, value: unknown): unknown {
  const copy = structuredClone(document);
  let holder = copy as Record<string, unknown>;
  for (const name of path.slice(0, -1)) holder = holder[name] as Record<string, unknown>;
  holder[path.at(-1)!] = value;
  return copy;
}

/**
 * Returns a copy in which a member has another name. Clients choose some member names, such as those of table columns.
 */
function withMemberRenamed(document: unknown, path: Path, name: string): unknown {
  const above = path.slice(0, -1);
  const holder = above.reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], document);
  if (Array.isArray(holder) || above.length === 0) return document;
  const { [path.at(-1)!]: value, ...others } = holder as Record<string, unknown>;
  return withValueAt(document, above, Object.fromEntries([...Object.entries(others), [name, value]]));
}

function expectWrittenOrRefused(document: unknown, path: Path): void {
  try {
    expect(typeof markdownFromDocument(document, options)).toBe('string');
  } catch (error) {
    if (!(error instanceof ContentError)) throw new Error(`Fails at ${path.join('/')}`, { cause: error });
  }
}

/**
 * Returns an identifier of the member at a path: the kind of its node, and the path within the node. It is the same for
 * all nodes of a kind.
 */
function memberAt(document: unknown, path: Path): string {
  let [value, kind] = [document, ''];
  let below: string[] = [];
  for (const step of path) {
    below.push(/^\d+$/.test(step) ? '#' : step);
    value = (value as Record<string, unknown>)[step];
    const { object, type } = (value ?? {}) as { object?: unknown; type?: unknown };
    if (object !== undefined) [kind, below] = [`${object} ${type}`, []];
  }
  return `${kind}/${below.join('/')}`;
}

describe('a document with an inherited name in any place is written or refused', () => {
  const testedMembers = new Set<string>();

  it.each(documentsByKind)('%s', (_, documents) => {
    for (const document of fc.sample(documents as fc.Arbitrary<unknown>, { seed: 7, numRuns: 5 }))
      for (const path of pathsIn(document)) {
        const member = memberAt(document, path);
        if (testedMembers.has(member)) continue;
        testedMembers.add(member);
        for (const value of [...names, unconvertible]) expectWrittenOrRefused(withValueAt(document, path, value), path);
        for (const name of names) expectWrittenOrRefused(withMemberRenamed(document, path, name), path);
      }
  });

  it('is tested for more than 200 kinds of members', () => {
    expect(testedMembers.size).toBeGreaterThan(200);
  });

  it.each(names)('a node with the `object` %s is refused with its position', (name) => {
    const document = { object: 'document', nodes: [{ object: name, type: name, nodes: [] }] };
    expect(() => markdownFromDocument(document)).toThrow(/^The document's \/nodes\/0/);
  });
});

/** Markdown that uses a name for the kind of an object. */
const texts: ((name: string) => string)[] = [
  (name) => `<${name}>a</${name}>`,
  (name) => `<p align="${name}">a</p>`,
  (name) => `<p ${name}="center">a</p>`,
  (name) => `<pre ${name}="a"><code>a</code></pre>`,
  (name) => `<span ${name}="a">a</span> <mark style="${name}:a">a</mark> <mark ${name}="a">a</mark>`,
  (name) => `<figure><img src="a.png" alt="" ${name}="a" align="${name}" width="${name}"></figure>`,
  (name) => `<table ${name}="a"><tr><td><${name}>a</${name}></td></tr></table>`,
  (name) => `<table><tr><th data-type="checkbox">a</th></tr><tr><td>${name}</td></tr></table>`,
  (name) => `<table data-view="${name}"><tr><th data-type="${name}">a</th></tr><tr><td>${name}</td></tr></table>`,
  (name) => `{% ${name} %}\na\n{% end${name} %}`,
  (name) => `{% hint style="${name}" ${name}="a" %}\na\n{% endhint %}`,
  (name) => `{% tabs %}{% tab title="${name}" ${name}="a" %}\na\n{% endtab %}{% endtabs %}`,
  (name) => `{% openapi-operation spec="${name}" path="/${name}" method="${name}" %}\n{% endopenapi-operation %}`,
  (name) => `\`\`\`${name}\na\n\`\`\`\n:${name}: &${name}; [a](${name}:a) [a](/${name}/a) [^${name}] {{ ${name} }}`,
  (name) => `[${name}]\n\n[${name}]: ${name}\n[^${name}]: a`,
];

it.each(names)('a text that uses %s for the kind of an object is read and written back', (name) => {
  for (const text of texts) {
    const document = documentFromMarkdown(text(name), options);
    // A function in the document could be neither serialized nor sent to a thread.
    expect(structuredClone(document)).toEqual(JSON.parse(JSON.stringify(document)));
    expect(typeof markdownFromDocument(document, options)).toBe('string');
  }
});
