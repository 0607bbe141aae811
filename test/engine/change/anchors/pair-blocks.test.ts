import { describe, expect, it } from 'vitest';
import { commentableBlocks } from '../../../../src/engine/change/anchors/commentable-blocks.js';
import { pairTexts } from '../../../../src/engine/change/anchors/pair-blocks.js';
import { createComparisonBudget } from '../../../../src/engine/change/diff/budget.js';

/** Maps each block of the old version to its block in the new one, both as "type: text"; null if the block is lost. */
function pairedTexts(before: string, after: string): Record<string, string | null> {
  const show = ({ type, text }: { type: string; text: string }) => `${type}: ${text.replaceAll('\n', ' / ')}`;
  const now = new Map(commentableBlocks(after).map((block) => [block.key, show(block)]));
  const pairs = pairTexts(before, after, createComparisonBudget());
  return Object.fromEntries(
    commentableBlocks(before).map((block) => [show(block), now.get(pairs.get(block.key) ?? '') ?? null]),
  );
}

/** Returns, for each old block of a type, its index among the new blocks of that type; null if the block is lost. */
function pairedIndexes(type: string, before: string, after: string): (number | null)[] {
  const blocksOfType = (markdown: string) => commentableBlocks(markdown).filter((block) => block.type === type);
  const now = blocksOfType(after).map(({ key }) => key);
  const pairs = pairTexts(before, after, createComparisonBudget());
  return blocksOfType(before).map(({ key }) => (pairs.has(key) ? now.indexOf(pairs.get(key)!) : null));
}

const install = 'Install the server with the package manager of your system.';
const start = 'Start the server, and open its address in a browser.';

describe('a comment on a block', () => {
  it('stays on a paragraph that is edited', () => {
    const edited = install.replace('server', 'application server');
    expect(pairedTexts(`# Guide\n\n${install}\n\n${start}\n`, `# Guide\n\n${edited}\n\n${start}\n`)).toEqual({
      'heading-1: Guide': 'heading-1: Guide',
      [`paragraph: ${install}`]: `paragraph: ${edited}`,
      [`paragraph: ${start}`]: `paragraph: ${start}`,
    });
  });

  it('follows the larger part of a paragraph that is split', () => {
    const long = 'It keeps all of its data in one folder, which you can copy while it runs.';
    expect(pairedTexts(`${long} Short.\n\n${start}\n`, `Short.\n\n${long}\n\n${start}\n`)).toMatchObject({
      [`paragraph: ${long} Short.`]: `paragraph: ${long}`,
    });
  });

  it('is lost if its block is deleted or replaced by another text', () => {
    const other = 'Nothing of all this can be read here any more.';
    expect(pairedTexts(`${install}\n\n${start}\n`, `${other}\n\n${start}\n`)[`paragraph: ${install}`]).toBeNull();
    expect(pairedTexts(`${install}\n\n${start}\n`, `${start}\n`)[`paragraph: ${install}`]).toBeNull();
    expect(pairedTexts(install, '')).toEqual({ [`paragraph: ${install}`]: null });
  });

  it('follows a section that is moved and edited, even if parts of it also occur elsewhere', () => {
    const section = (text: string) => `## Linux\n\n${text}\n\n---\n\nUse **apt**.\n\n`;
    const others = Array.from({ length: 9 }, (_, index) => `Other paragraph number ${index}.\n\n`).join('');
    const edited = install.replace('of your system', 'of the system');
    const before = `---\n\n${section(install)}${others}`;
    const after = `***\n\n${others}${section(edited)}`;
    expect(pairedTexts(before, after)).toMatchObject({
      [`paragraph: ${install}`]: `paragraph: ${edited}`,
      'heading-2: Linux': 'heading-2: Linux',
    });
    expect(pairedIndexes('divider', before, after)).toEqual([0, 1]);
  });

  it('follows a paragraph that becomes a heading or a list item', () => {
    expect(pairedTexts('Requirements\n\nNode 20\n', '## Requirements\n\n- Node 20\n')).toEqual({
      'paragraph: Requirements': 'heading-2: Requirements',
      'paragraph: Node 20': 'paragraph: Node 20',
    });
  });

  it('stays on the same one of several equal list items', () => {
    const list = (...items: string[]) => items.map((item) => `- ${item}\n`).join('');
    const [before, after] = [list('a', 'same', 'b', 'same', 'c'), list('a', 'same', 'new', 'b', 'c', 'same')];
    expect(pairedIndexes('list-item', before, after)).toEqual([0, 1, 3, null, 4]);
    expect(pairedIndexes('list-item', list('same', 'same'), list('same', 'same', 'same'))).toEqual([0, 1]);
  });

  it('stays on its line of code if the line is edited, indented or similar to others', () => {
    const code = (...lines: string[]) => ['```', ...lines, '```', ''].join('\n');
    const before = code('function a() {', '  return 1;', '}', '', 'function b() {', '  return 2;', '}');
    const after = code(
      'function a(x) {',
      '    return 1;',
      '}',
      '',
      'const c = 3;',
      '',
      'function b() {',
      '  return 2;',
      '}',
    );
    expect(pairedIndexes('code-line', before, after)).toEqual([0, 1, 2, 3, 6, 7, 8]);
    expect(pairedIndexes('code', before, after)).toEqual([0]);
  });

  it('stays on a table and its cells when rows are added, deleted and edited', () => {
    const table = (...rows: string[]) => `| Name | Says |\n|---|---|\n${rows.join('\n')}\n`;
    const before = table('| host | the address it listens on |', '| port | the port |', '| user | who runs it |');
    const after = table('| name | its name |', '| host | the addresses it listens on |', '| user | who runs it |');
    const found = pairedTexts(before, after);
    expect(Object.entries(found)[0]![1]).toMatch(/^table: Name \/ Says \/ name/);
    expect(found).toMatchObject({
      'paragraph: the address it listens on': 'paragraph: the addresses it listens on',
      'paragraph: port': null,
      'paragraph: user': 'paragraph: user',
    });
  });

  it('follows an edited list item, its paragraph and its list', () => {
    const list = (item: string) => `- ${start}\n- ${item}\n`;
    const edited = install.replace('your', 'the');
    const [before, after] = [list(install), list(edited)];
    for (const type of ['list-unordered', 'list-item', 'paragraph']) {
      const expected = pairedIndexes(type, before, before);
      expect(pairedIndexes(type, before, after)).toEqual(expected);
    }
  });

  it('moves to the most similar paragraph, in order, if several were edited', () => {
    const [one, two] = ['alpha beta gamma delta', 'alpha beta gamma epsilon zeta'];
    expect(pairedIndexes('paragraph', `${one}\n\n${two}\n`, `new words here\n\n${one} eta\n\n${two} eta\n`)).toEqual([
      1, 2,
    ]);
    expect(pairedIndexes('paragraph', `${two}\n`, `alpha beta gamma eta\n\n${two} eta\n`)).toEqual([1]);
  });

  it('is placed by comparing words, or single characters in scripts without spaces', () => {
    expect(pairedTexts('安装服务器指南\n', '安装服务器手册\n')).toEqual({
      'paragraph: 安装服务器指南': 'paragraph: 安装服务器手册',
    });
    expect(pairedTexts('安装指南很长\n', '卸载手册很长\n')).toEqual({ 'paragraph: 安装指南很长': null });
  });
});
