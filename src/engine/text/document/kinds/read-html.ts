import type { Html } from 'mdast';
import { headingIds } from '../nodes/heading-ids.js';
import { keyMaker } from '../nodes/keys.js';
import type { Block, BlockType, Place } from '../nodes/nodes.js';
import { allows, type Notes, type Reading } from '../nodes/reading.js';
import { readAligned } from './aligned.js';
import { readDrawing, readFigureInline, readFigures } from './figures.js';
import { type HtmlSite, htmlSite, type ReadHtml } from './html-kind.js';
import { readHtmlTable } from './html-table.js';
import { readPre } from './pre.js';

/** Forms of HTML and the block that each is; the first that fits counts. */
const readers: readonly { type: BlockType; read: ReadHtml }[] = [
  { type: 'drawing', read: readDrawing },
  { type: 'images', read: readFigures },
  { type: 'paragraph', read: readFigureInline },
  { type: 'code', read: readPre },
  { type: 'table', read: readHtmlTable },
  { type: 'paragraph', read: readAligned },
];

const beginning = /^<(?:figure|div|img|picture|pre|table|p|h[1-6])[\s>]/i;

/** HTML that GitBook writes for what Markdown has no form for; undefined for any other, and where the contract has no such block. */
export function readHtml(reading: Reading, node: Html, place: Place): Block | undefined {
  if (!beginning.test(node.value)) return undefined;
  const site = htmlSite(reading, node, place);
  for (const { type, read } of site ? readers : []) {
    if (allows(reading, place, type) && read(trialOf(site!))) return read(site!);
  }
  return undefined;
}

/** The same without effect on the page, and without the notes: some forms show only late that they are none. */
function trialOf(site: HtmlSite): HtmlSite {
  const notes: Notes = { read: new Set(), open: new Set(), repeated: 0 };
  const without = { makeKey: keyMaker(), headingId: headingIds(), lines: new Map(), notes, readNote: () => [] };
  const reading: Reading = { ...site.reading, ...without };
  return { ...site, reading };
}
