import { equalJson } from '../../base/canonical-json.js';
import type { Page, ReadBlob } from '../../base/types.js';
import { oneLine } from '../../text/markdown/plain-text.js';
import type { Outline } from './outline.js';
import { readPageSource, titleOf } from './page-source.js';

/** Input of a comparison, in addition to the two trees. */
export interface TreeComparison {
  readBlob: ReadBlob;
  /** Reports whether to ignore a page. The sub-pages of an ignored page are compared at its position. */
  isUnlisted(page: Page): boolean;
  /** Returns the path of a page's file, or of a file, by id. */
  pathOf(id: string): string | undefined;
}

/** Reports whether an outline matches these pages: the same titles, link titles, targets and order. */
export function matchesTree(outline: Outline[], pages: Page[], comparison: TreeComparison): boolean {
  const present = pages.flatMap((page) => listedPages(page, comparison));
  return (
    outline.length === present.length &&
    outline.every((entry, index) => isSameEntry(entry, present[index]!, comparison))
  );
}

function listedPages(page: Page, comparison: TreeComparison): Page[] {
  return comparison.isUnlisted(page)
    ? (page.children ?? []).flatMap((child) => listedPages(child, comparison))
    : [page];
}

function isSameEntry(entry: Outline, page: Page, comparison: TreeComparison): boolean {
  const address = addressIn(page, comparison);
  if (!equalJson(address, outlineAddress(entry))) return false;
  if (oneLine(page.title) !== oneLine(entry.title || ownTitle(page, comparison))) return false;
  if (entry.kind !== 'group' && oneLine(page.linkTitle ?? '') !== (entry.linkTitle ?? '')) return false;
  return matchesTree('children' in entry ? entry.children : [], page.children ?? [], comparison);
}

function outlineAddress(entry: Outline): unknown {
  const { kind } = entry;
  if (kind === 'document') return { kind, file: entry.file };
  if (kind === 'url') return { kind, url: entry.url };
  return kind === 'group' ? { kind } : { kind, file: entry.file, anchor: entry.anchor };
}

function addressIn({ type, file, target }: Page, { pathOf }: TreeComparison): unknown {
  if (type === 'document') return { kind: 'document', file };
  if (type !== 'link' || !target) return { kind: type };
  if (target.kind === 'url') return { kind: 'url', url: target.url };
  return { kind: 'reference', file: pathOf(String(target.page ?? target.file)), anchor: target.anchor };
}

function ownTitle({ file, blob }: Page, { readBlob }: TreeComparison): string {
  return file === undefined || blob === undefined ? '' : titleOf(readPageSource(file, readBlob(blob)));
}
