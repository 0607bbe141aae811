import { equalJson } from '../../../engine/base/canonical-json.js';
import { isMembers, type Members, membersOf } from '../../../engine/base/members.js';
import type { Json, Manifest } from '../../../engine/base/types.js';
import { mapPages, subtreeOf } from '../../../engine/tree/pages/tree.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { SourceName } from '../revisions/finders.js';

/** The member of a reference that names what it is to, by the kind of what computed content may depend on. */
const nameMembers = { openapi: 'spec', translation: 'translation' } as const;

/** Kinds of what computed content may depend on. */
export type DependencyKind = keyof typeof nameMembers;

/** What a dependency is now, as its `value` says it; null where there is none. One batch. */
export type TellNow = (read: Queries, name: SourceName) => Promise<Members | null>;

const tellers = new Map<string, TellNow>();

/** Sets how it is told what a kind of dependency is now: the domain that holds it says so once, when it is loaded. */
export function tellBy(kind: DependencyKind, tell: TellNow): void {
  tellers.set(kind, tell);
}

/**
 * Content whose computed pages are made of what their dependencies are now, and stay so: their `value` names it. The same object
 * where nothing else is to be named, which is where all is as it was, or gone. A batch for each dependency.
 */
export async function pinnedContent(read: Queries, organizationId: string, manifest: Manifest): Promise<Manifest> {
  const sources = manifest.pages.flatMap(subtreeOf).flatMap(({ computed }) => (computed ? [computed] : []));
  const told = new Map<string, Members>();
  const asked = sources.flatMap(({ dependencies }) => dependenciesIn(dependencies));
  for (const { kind, name } of new Map(asked.map((one) => [keyOf(one), one])).values()) {
    const now = await tellers.get(kind)?.(read, { organizationId, name });
    if (now) told.set(keyOf({ kind, name }), now);
  }
  const pages = mapPages(manifest.pages, (page) => {
    const computed = page.computed && pinnedTo(told, page.computed);
    return equalJson(computed ?? null, page.computed ?? null) ? page : { ...page, computed: computed! };
  });
  return pages === manifest.pages ? manifest : { ...manifest, pages };
}

function pinnedTo(told: ReadonlyMap<string, Members>, source: Members): Members {
  if (!isMembers(source.dependencies)) return source;
  const entries = Object.entries(source.dependencies).map(([name, one]): [string, Json] => {
    const dependency = dependencyOf(one);
    const value = dependency && told.get(keyOf(dependency));
    return [name, value ? { ...membersOf(one), value } : one];
  });
  return { ...source, dependencies: Object.fromEntries(entries) };
}

interface Dependency {
  kind: string;
  name: string;
}

const keyOf = ({ kind, name }: Dependency): string => `${kind} ${name}`;

function dependenciesIn(dependencies: Json | undefined): Dependency[] {
  return Object.values(membersOf(dependencies)).flatMap((one) => dependencyOf(one) ?? []);
}

function dependencyOf(one: Json): Dependency | null {
  const ref = membersOf(membersOf(one).ref);
  if (typeof ref.kind !== 'string' || !Object.hasOwn(nameMembers, ref.kind)) return null;
  return { kind: ref.kind, name: String(ref[nameMembers[ref.kind as DependencyKind]]) };
}
