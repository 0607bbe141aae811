import type { Html } from 'mdast';
import { createHeadingIds } from '../nodes/heading-ids.js';
import { createKeyMaker } from '../nodes/keys.js';
import type { Block, BlockContainer, BlockType } from '../nodes/nodes.js';
import { allows, type FootnoteState, type ReadState } from '../nodes/read-state.js';
import { readAligned } from './aligned.js';
import { readDrawing, readFigureInline, readFigures } from './figures.js';
import { type HtmlContext, parseHtmlBlock, type ReadHtml } from './html-kind.js';
import { readHtmlTable } from './html-table.js';
import { readPre } from './pre.js';

/** Readers of HTML elements, each with the block type that the place must allow. The first that matches is used. */
const readers: readonly { type: BlockType; read: ReadHtml }[] = [
  { type: 'drawing', read: readDrawing },
  { type: 'images', read: readFigures },
  { type: 'paragraph', read: readFigureInline },
  { type: 'code', read: readPre },
  { type: 'table', read: readHtmlTable },
  { type: 'paragraph', read: readAligned },
];

const beginning = /^<(?:figure|div|img|picture|pre|table|p|h[1-6])[\s>]/i;

/**
 * Reads HTML that GitBook writes for content that Markdown cannot express. Returns undefined for any other HTML, and if
 * the REST API does not allow the block here.
 */
export function readHtml(readState: ReadState, node: Html, place: BlockContainer): Block | undefined {
  if (!beginning.test(node.value)) return undefined;
  const site = parseHtmlBlock(readState, node, place);
  for (const { type, read } of site ? readers : []) {
    if (allows(readState, place, type) && read(dryRunSite(site!))) return read(site!);
  }
  return undefined;
}

/**
 * Returns a copy of the context. Using the copy does not change the page and reads no notes. It serves to test whether
 * HTML has a supported form, because this may become clear only at the end of the HTML.
 */
function dryRunSite(site: HtmlContext): HtmlContext {
  const notes: FootnoteState = { read: new Set(), open: new Set(), repeated: 0 };
  const without = {
    makeKey: createKeyMaker(),
    headingId: createHeadingIds(),
    lines: new Map(),
    notes,
    readNote: () => [],
  };
  const readState: ReadState = { ...site.readState, ...without };
  return { ...site, readState };
}
