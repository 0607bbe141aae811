import type { Block, Fragment } from '../text/document/nodes/nodes.js';
import { decodePercent } from '../text/links/address.js';
import { anchorKey } from '../text/links/anchor-key.js';
import { scanMarkdown } from '../text/links/scan.js';
import type { Body } from './body.js';
import type { Unit } from './pieces.js';

/**
 * For headings whose id some link names, and nothing but their words makes: the id in writing, as GitBook does, so that the
 * link still leads there when the words change. Ids that cannot be written so, such as those in other scripts, are left out.
 * @param isNamed whether a link names an id; by default the links of the page itself are asked.
 */
export function headingAnchors(
  body: Body,
  {
    units,
    keyOf,
    isNamed,
  }: { units: readonly Unit[]; keyOf(unit: Unit): string; isNamed?: ((id: string) => boolean) | undefined },
): Map<Unit, string> {
  const named = isNamed ?? namedIn(body.source);
  const headings = units.filter(({ host, place }) => host !== 'html' && place.type.startsWith('heading'));
  if (!named || headings.length === 0) return new Map();
  const ids = headingIdsIn(body);
  return new Map(
    headings.flatMap((unit) => {
      const id = ids.get(keyOf(unit));
      if (id === undefined || !/^[-a-z0-9.+_]+$/.test(id) || !named(id)) return [];
      const isWritten = /^[ \t]*\{#/.test(body.slice(unit.end, unit.end + 20));
      return isWritten ? [] : [[unit, ` <a href="#${id}" id="${id}"></a>`] as const];
    }),
  );
}

/** Whether a page's links name an id of its headings; undefined where it has no such links. */
function namedIn(source: string): ((id: string) => boolean) | undefined {
  const targets = scanMarkdown(source, 0).destinations.map(([start, end]) => source.slice(start, end));
  const keys = new Set(
    targets.filter((one) => one.startsWith('#')).map((one) => anchorKey(decodePercent(one.slice(1)))),
  );
  return keys.size > 0 ? (id) => keys.has(anchorKey(id)) : undefined;
}

/** Ids of the headings without one that their author gave them, by the keys of their blocks. */
function headingIdsIn(body: Body): Map<string, string> {
  const ids = new Map<string, string>();
  const visit = (nodes: readonly { object: string }[]): void => {
    for (const node of nodes as (Block | Fragment)[]) {
      if (node.object === 'block' && node.meta && node.data.id === undefined) ids.set(node.key, node.meta.id);
      visit(node.nodes ?? []);
      if (node.object === 'block') visit(node.fragments ?? []);
    }
  };
  visit(body.page().document.nodes);
  return ids;
}
