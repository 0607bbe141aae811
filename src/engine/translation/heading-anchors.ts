import type { Block, Fragment } from '../text/document/nodes/nodes.js';
import { decodePercent } from '../text/links/address.js';
import { anchorKey } from '../text/links/anchor-key.js';
import { scanMarkdown } from '../text/links/scan.js';
import type { Body } from './body.js';
import type { Unit } from './pieces.js';

/**
 * Returns an explicit id, in GitBook's notation, for each heading whose automatic id is the target of a link. The link
 * then still works when a translation changes the words of the heading. Omits ids that this notation cannot express,
 * such as those in other scripts.
 * @param isNamed reports whether a link contains an id; by default, checks the links of the page itself
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

/** Returns a predicate for the ids in the page's own links; undefined if it has no such links. */
function namedIn(source: string): ((id: string) => boolean) | undefined {
  const targets = scanMarkdown(source, 0).destinations.map(([start, end]) => source.slice(start, end));
  const keys = new Set(
    targets.filter((one) => one.startsWith('#')).map((one) => anchorKey(decodePercent(one.slice(1)))),
  );
  return keys.size > 0 ? (id) => keys.has(anchorKey(id)) : undefined;
}

/** Returns the automatic ids of headings without an explicit id, by block key. */
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
