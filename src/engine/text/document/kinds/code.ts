import type { Code } from 'mdast';
import { writeTag } from '../syntax/tag-text.js';
import { readAttributes } from './attributes.js';
import { isPlainLine } from './code-line.js';
import { type TagKind, tagBlock, type WriteKind } from './kind.js';
import { omitUnknownOverflow, preHtml } from './pre.js';
import { readCode } from './read-code.js';
import { closingTag, openingTag } from './tag-nodes.js';
import { codeAttributes, writeCode } from './write-code.js';

/** A code block with attributes: `{% code title="…" lineNumbers="true" … %}` around one fence. */
export const code: TagKind = {
  tag: 'code',
  type: 'code',
  read(site) {
    const data = readAttributes(site.tag.attributes, codeAttributes);
    const fence = site.siblings.nodes[site.start + 1];
    if (site.end !== site.start + 2 || fence?.type !== 'code') return undefined;
    const block = readCode(site.readState, fence as Code, () => tagBlock(site, 'code'));
    return { ...block, data: { ...block.data, ...omitUnknownOverflow(data) } };
  },
};

/**
 * Writes code as a fence. If the code has a title or another attribute, writes tags around the fence. If lines are
 * highlighted or contain expressions, writes HTML.
 */
export const writeCodeKind: WriteKind = ({ block, pointer }) => {
  const { code, lines, attributes } = writeCode(block, pointer);
  if (!lines.every(isPlainLine)) {
    return [
      { type: 'html', value: preHtml(lines, { syntax: [code.lang, code.meta].filter(Boolean).join(' '), attributes }) },
    ];
  }
  if (Object.values(attributes).every((value) => value === undefined || value === false)) return [code];
  return [openingTag(writeTag('code', attributes)), code, closingTag('code')];
};
