import type { File } from '../../base/types.js';
import { manifestIndex } from '../../tree/manifest/page-index.js';
import type { ThreeWay } from '../diff/three-way.js';
import { conflictId } from './resolution.js';
import type { ThreeManifests } from './settings.js';
import { type MergeContext, mergeOrRecordConflict, mergeValue } from './value.js';

/** Merges files by id; name, path and content are merged separately. The caller handles duplicate paths. */
export function mergeFiles({ base, ours, theirs }: ThreeManifests, context: MergeContext): File[] {
  const indexes = {
    base: manifestIndex(base).fileById,
    ours: manifestIndex(ours).fileById,
    theirs: manifestIndex(theirs).fileById,
  };
  const files: File[] = [];
  for (const fileId of new Set([...indexes.ours.keys(), ...indexes.theirs.keys()])) {
    const three = {
      base: indexes.base.get(fileId),
      ours: indexes.ours.get(fileId),
      theirs: indexes.theirs.get(fileId),
    };
    const createConflict = () => ({ kind: 'file' as const, id: conflictId('file', fileId, three), fileId, ...three });
    const merged = mergeOrRecordConflict(mergeFile(three), createConflict, context);
    if (merged?.value) files.push(merged.value);
  }
  return files;
}

function mergeFile(three: ThreeWay<File>): { value: File | undefined } | null {
  const whole = mergeValue(three);
  if (whole || !three.base || !three.ours || !three.theirs) return whole;
  const parts = {
    base: splitFileAttributes(three.base),
    ours: splitFileAttributes(three.ours),
    theirs: splitFileAttributes(three.theirs),
  };
  const part = (name: 'name' | 'path' | 'content') =>
    mergeValue<unknown>({ base: parts.base[name], ours: parts.ours[name], theirs: parts.theirs[name] });
  const [name, path, content] = [part('name'), part('path'), part('content')];
  if (!name || !path || !content) return null;
  return { value: { id: three.ours.id, name: name.value, path: path.value, ...(content.value as object) } as File };
}

function splitFileAttributes({ id: _, name, path, ...content }: File): { name: string; path: string; content: object } {
  return { name, path, content };
}
