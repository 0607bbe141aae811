import type { Json, Manifest } from '../types.js';
import type { Conflict, Three } from './conflict.js';
import { mergeOrder } from './sibling-order.js';
import { memberNames, memberOf, mergeValue } from './value.js';

/** What a manifest holds beside pages and files. */
export type ManifestSettings = Omit<Manifest, 'pages' | 'files'>;

/** Three versions of a manifest. */
export interface ThreeManifests {
  base: Manifest;
  ours: Manifest;
  theirs: Manifest;
}

/** Merges variables by name, reusable content by id, and the content root. */
export function mergeSettings(three: ThreeManifests): { settings: ManifestSettings; conflicts: Conflict[] } {
  const conflicts: Conflict[] = [];
  const root = mergeValue(memberOf(three, 'root'));
  if (!root) conflicts.push({ kind: 'root', ...memberOf(three, 'root') });
  // The table of contents only lends its wording to an export, which takes the pages from the tree: ours will do.
  const summary = (mergeValue(memberOf(three, 'summary')) ?? { value: three.ours.summary }).value;
  const settings: ManifestSettings = {
    variables: mergeVariables(three, conflicts),
    reusableContents: mergeReusableContents(three, conflicts),
    root: root?.value ?? three.ours.root,
    ...(summary && { summary }),
  };
  return { settings, conflicts };
}

function mergeVariables(three: ThreeManifests, conflicts: Conflict[]): Record<string, Json> {
  const variables = memberOf(three, 'variables');
  const merged: [string, Json][] = [];
  for (const name of memberNames(variables)) {
    const values = memberOf(variables, name);
    const outcome = mergeValue(values);
    if (!outcome) conflicts.push({ kind: 'variable', name, ...values });
    else if (outcome.value !== undefined) merged.push([name, outcome.value]);
  }
  return Object.fromEntries(merged);
}

function mergeReusableContents(three: ThreeManifests, conflicts: Conflict[]): Manifest['reusableContents'] {
  const merged = new Map<string, Manifest['reusableContents'][number]>();
  const lists = {
    base: three.base.reusableContents,
    ours: three.ours.reusableContents,
    theirs: three.theirs.reusableContents,
  };
  for (const { id } of [...lists.ours, ...lists.theirs]) {
    const find = (list: Manifest['reusableContents']) => list.find((content) => content.id === id);
    const contents = { base: find(lists.base), ours: find(lists.ours), theirs: find(lists.theirs) };
    const outcome = mergeValue(contents) ?? mergeParts(contents);
    if (outcome?.value) merged.set(id, outcome.value);
    else if (!outcome) conflicts.push({ kind: 'reusable_content', reusableContentId: id, ...contents });
  }
  const order = (list: Manifest['reusableContents']) => list.map(({ id }) => id).filter((id) => merged.has(id));
  const ids = mergeOrder({ base: order(lists.base), ours: order(lists.ours), theirs: order(lists.theirs) });
  return ids.map((id) => merged.get(id)!);
}

type ReusableContent = Manifest['reusableContents'][number];

function mergeParts(contents: Three<ReusableContent>): { value: ReusableContent } | null {
  const { base, ours, theirs } = contents;
  if (!base || !ours || !theirs) return null;
  const [title, blob] = [mergeValue(memberOf(contents, 'title')), mergeValue(memberOf(contents, 'blob'))];
  if (!title || !blob) return null;
  return { value: { id: ours.id, title: title.value!, ...(blob.value && { blob: blob.value }) } };
}
