import { equalJson } from '../../../engine/base/canonical-json.js';
import { isMembers, type Members, membersOrEmpty } from '../../../engine/base/members.js';
import type { Json, Manifest } from '../../../engine/base/types.js';
import { mapPages, subtreeOf } from '../../../engine/tree/pages/tree.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { SourceName } from '../revisions/finders.js';

/** For each kind of dependency of computed content: the member of a reference that holds the name of the target. */
const nameMembers = { openapi: 'spec', translation: 'translation' } as const;

/** Kinds of dependencies of computed content. */
export type DependencyKind = keyof typeof nameMembers;

/**
 * Reads the current state of a dependency, in the form of its `value`. Null if the dependency does not exist. Uses one
 * batch of queries.
 */
export type ReadDependencyState = (read: Queries, name: SourceName) => Promise<Members | null>;

const dependencyReaders = new Map<string, ReadDependencyState>();

/**
 * Registers the function that reads the current state of a kind of dependency. The module that owns the kind calls this
 * once, when it is loaded.
 */
export function registerDependencyReader(kind: DependencyKind, reader: ReadDependencyState): void {
  dependencyReaders.set(kind, reader);
}

/**
 * Returns the content with each dependency of its computed pages pinned: its `value` identifies its current state.
 * Returns the same object if no `value` changes. Dependencies that were deleted retain their `value`. Uses one batch of
 * queries for each dependency.
 */
export async function pinnedContent(read: Queries, organizationId: string, manifest: Manifest): Promise<Manifest> {
  const sources = manifest.pages.flatMap(subtreeOf).flatMap(({ computed }) => (computed ? [computed] : []));
  const currentStates = new Map<string, Members>();
  const allDependencies = sources.flatMap(({ dependencies }) => dependenciesIn(dependencies));
  for (const { kind, name } of new Map(
    allDependencies.map((dependency) => [dependencyKey(dependency), dependency]),
  ).values()) {
    const state = await dependencyReaders.get(kind)?.(read, { organizationId, name });
    if (state) currentStates.set(dependencyKey({ kind, name }), state);
  }
  const pages = mapPages(manifest.pages, (page) => {
    const computed = page.computed && pinDependencies(currentStates, page.computed);
    return equalJson(computed ?? null, page.computed ?? null) ? page : { ...page, computed: computed! };
  });
  return pages === manifest.pages ? manifest : { ...manifest, pages };
}

function pinDependencies(currentStates: ReadonlyMap<string, Members>, source: Members): Members {
  if (!isMembers(source.dependencies)) return source;
  const entries = Object.entries(source.dependencies).map(([name, json]): [string, Json] => {
    const dependency = dependencyOf(json);
    const value = dependency && currentStates.get(dependencyKey(dependency));
    return [name, value ? { ...membersOrEmpty(json), value } : json];
  });
  return { ...source, dependencies: Object.fromEntries(entries) };
}

interface Dependency {
  kind: string;
  name: string;
}

const dependencyKey = ({ kind, name }: Dependency): string => `${kind} ${name}`;

function dependenciesIn(dependencies: Json | undefined): Dependency[] {
  return Object.values(membersOrEmpty(dependencies)).flatMap((json) => dependencyOf(json) ?? []);
}

function dependencyOf(json: Json): Dependency | null {
  const ref = membersOrEmpty(membersOrEmpty(json).ref);
  if (typeof ref.kind !== 'string' || !Object.hasOwn(nameMembers, ref.kind)) return null;
  return { kind: ref.kind, name: String(ref[nameMembers[ref.kind as DependencyKind]]) };
}
