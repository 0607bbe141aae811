import type { Json, Manifest, ReusableContent } from '../../base/types.js';
import { mergeOrder } from '../diff/sibling-order.js';
import { memberNames, type ThreeWay, threeWayMember } from '../diff/three-way.js';
import { conflictId } from './resolution.js';
import { type MergeContext, mergeOrRecordConflict, mergeValue } from './value.js';

/** Members of a manifest except pages and files. */
export type ManifestSettings = Omit<Manifest, 'pages' | 'files'>;

/** Three versions of a manifest. */
export interface ThreeManifests {
  base: Manifest;
  ours: Manifest;
  theirs: Manifest;
}

/** Merges variables by name, reusable content by id, and the content root. */
export function mergeSettings(three: ThreeManifests, context: MergeContext): ManifestSettings {
  const roots = threeWayMember(three, 'root');
  const createConflict = () => ({ kind: 'root' as const, id: conflictId('root', roots), ...roots });
  const root = mergeOrRecordConflict(mergeValue(roots), createConflict, context);
  // An export uses the table of contents only for its wording; the pages come from the tree. If there is a conflict,
  // our table of contents is therefore sufficient.
  const summary = (mergeValue(threeWayMember(three, 'summary')) ?? { value: three.ours.summary }).value;
  return {
    variables: mergeVariables(three, context),
    reusableContents: mergeReusableContents(three, context),
    root: root?.value ?? three.ours.root,
    ...(summary && { summary }),
  };
}

function mergeVariables(three: ThreeManifests, context: MergeContext): Record<string, Json> {
  const variables = threeWayMember(three, 'variables');
  const merged: [string, Json][] = [];
  for (const name of memberNames(variables)) {
    const values = threeWayMember(variables, name);
    const createConflict = () => ({
      kind: 'variable' as const,
      id: conflictId('variable', name, values),
      name,
      ...values,
    });
    const outcome = mergeOrRecordConflict(mergeValue(values), createConflict, context);
    if (outcome?.value !== undefined) merged.push([name, outcome.value]);
  }
  return Object.fromEntries(merged);
}

function mergeReusableContents(three: ThreeManifests, context: MergeContext): ReusableContent[] {
  const merged = new Map<string, ReusableContent>();
  const lists = {
    base: three.base.reusableContents,
    ours: three.ours.reusableContents,
    theirs: three.theirs.reusableContents,
  };
  for (const id of new Set([...lists.ours, ...lists.theirs].map((content) => content.id))) {
    const find = (list: ReusableContent[]) => list.find((content) => content.id === id);
    const contents = { base: find(lists.base), ours: find(lists.ours), theirs: find(lists.theirs) };
    const createConflict = () => {
      const named = { id: conflictId('reusable_content', id, contents), reusableContentId: id };
      return { kind: 'reusable_content' as const, ...named, ...contents };
    };
    const outcome = mergeOrRecordConflict(mergeValue(contents) ?? mergeParts(contents), createConflict, context);
    if (outcome?.value) merged.set(id, outcome.value);
  }
  const order = (list: ReusableContent[]) => list.map(({ id }) => id).filter((id) => merged.has(id));
  const ids = mergeOrder({ base: order(lists.base), ours: order(lists.ours), theirs: order(lists.theirs) });
  return ids.map((id) => merged.get(id)!);
}

function mergeParts(contents: ThreeWay<ReusableContent>): { value: ReusableContent } | null {
  const { base, ours, theirs } = contents;
  if (!base || !ours || !theirs) return null;
  const [title, blob] = [mergeValue(threeWayMember(contents, 'title')), mergeValue(threeWayMember(contents, 'blob'))];
  if (!title || !blob) return null;
  return { value: { ...ours, title: title.value!, ...(blob.value && { blob: blob.value }) } };
}
