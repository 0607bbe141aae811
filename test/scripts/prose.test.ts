import { describe, expect, it } from 'vitest';
import { commentTexts, programTexts, testTitles } from '../../scripts/prose/comments.mjs';
import { goneNamesIn } from '../../scripts/prose/names.mjs';
import { referencesIn } from '../../scripts/prose/references.mjs';
import { graphDescriptions, restDescriptions } from '../../scripts/prose/sources.mjs';
import { parseSource } from '../../scripts/prose/syntax.mjs';
import { faultsIn } from '../../scripts/prose.mjs';

const faults = (text: string) => faultsIn({ place: 'page.md', line: 1, text });
const long = `${'A word and another word '.repeat(6)}end.`;

describe('the prose check', () => {
  it.each([
    ['a phrase of the list', 'The index is made anew.', 'write "again" instead of "anew"'],
    ['a sentence whose subject is a clause', 'What is deleted stays.', 'a sentence that begins with its subject'],
    [
      'such a sentence after another one',
      'It is so. What is deleted stays.',
      'a sentence that begins with its subject',
    ],
    ['a long sentence', long, 'at most 25 words (has 31)'],
    ['a long item of a list', `- One.\n- ${long}`, 'page.md:2: at most 25 words'],
    ['a cell of a table', '| a | b |\n|---|---|\n| x | It stands in the log. |', 'page.md:3: write "is in"'],
    ['a sentence over two lines', 'The file is\nno folder.', 'write "is not a" instead of "is no"'],
  ])('reports %s', (_, text, expected) => {
    expect(faults(text)).toEqual([expect.stringContaining(expected)]);
  });

  it.each([
    ['plain sentences', 'The index is computed again. A deleted page stays for 7 days.'],
    ['questions', 'Who may merge?'],
    ['code, whose words are not prose', 'Use `anew`.\n\n```sh\nWhat is told anew.\n```'],
    ['a proxy that is in front', 'Run the server behind a proxy.'],
    ['a number that ends a sentence', `The limit is 100. ${'A word '.repeat(11)}ends.`],
  ])('accepts %s', (_, text) => {
    expect(faults(text)).toEqual([]);
  });

  it('reads descriptions of both APIs and messages of the program', () => {
    const faultySentence = 'It tells the reader of it.';
    const [inGraph] = graphDescriptions('schema.graphql', `"${faultySentence}"\ntype Query {\n  "Fine."\n  a: Int\n}`);
    const [inRest] = restDescriptions('openapi.json', { info: { description: faultySentence } });
    const [inCode] = programTexts(
      parseSource('a.ts', `const a = 1;\nthrow badInput('a', \`\\\`a\\\` tells the \${a} of it\`);`),
    );
    expect([inGraph, inRest, inCode].map((text) => faultsIn(text!)[0]!.split(': write')[0])).toEqual([
      'schema.graphql:1',
      'openapi.json/info:1',
      'a.ts:2',
    ]);
  });

  it('reads comments: consecutive lines as one, tags as paragraphs, without instructions to tools', () => {
    const source = [
      '// One line,',
      '// and its next.',
      '/** Does it.',
      ' * @param id id of the page',
      ' * @returns true */',
      '// biome-ignore lint: reason',
      "const a = '// no comment';",
    ].join('\n');
    expect(commentTexts(parseSource('a.ts', source))).toEqual([
      { place: 'a.ts', line: 1, text: 'One line,\nand its next.' },
      { place: 'a.ts', line: 3, text: 'Does it.\n\nid of the page\n\ntrue ' },
    ]);
  });

  it('reads titles of tests and of tables of tests', () => {
    const source = `describe('pages', () => {\n  it('are read');\n  it.each([1])(\`are \${kind}\`);\n  run('no title');\n});`;
    expect(testTitles(parseSource('a.test.ts', source)).map(({ line, text }) => [line, text])).toEqual([
      [1, 'pages'],
      [2, 'are read'],
      [3, 'are Code'],
    ]);
  });

  it('reports declared names that are gone, with the term to use', () => {
    const source =
      'interface Asked {}\nconst crowd = 1;\nfunction insertLater() {}\nconst limiter = crowd;\nconst crowded = 1;';
    expect(goneNamesIn(parseSource('a.ts', source))).toEqual([
      'a.ts:1: name "Asked": write a noun',
      'a.ts:2: name "crowd": write limiter',
      expect.stringContaining('a.ts:3: name "insertLater"'),
    ]);
  });

  it('finds the pages that comments name', () => {
    expect(referencesIn("/** Rule: hidden.md. */\nconst a = 'other.md';")).toEqual([{ line: 1, name: 'hidden.md' }]);
  });
});
