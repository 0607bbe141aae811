import type { WriteKind } from './kind.js';
import { needsHtml, writeHtmlTable } from './write-html-table.js';
import { writeTable } from './write-table.js';

/** Writes a table as GFM, or as HTML if GFM cannot express all of it. */
export const writeTableOrHtml: WriteKind = (site) => {
  const { writeState, block, pointer } = site;
  return [needsHtml(block, pointer) ? writeHtmlTable(site) : writeTable(writeState, block, pointer)];
};
