import { statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { badInput } from '../../base/errors.js';
import { bucketUrlRule, parseBucketUrl } from '../../object-storage/bucket-url.js';
import { folderPlace } from './folder-place.js';
import { objectPlace } from './object-place.js';
import type { BackupPlace } from './place.js';

/** A place, and the name of a file in it if the text names one. */
export interface PlaceAndName {
  place: BackupPlace;
  /** Undefined if the text names a folder, or a prefix of a bucket. */
  name: string | undefined;
}

/**
 * Opens the place that a text names: `s3://bucket/prefix`, or a path. A text that ends with `.tar` or `.age` names a
 * file, unless a folder has that name.
 * @throws AppError if the address of a bucket is not valid
 */
export function openPlace(text: string): PlaceAndName {
  const isFile = /\.(tar|age)$/.test(text);
  if (text.startsWith('s3://')) return openBucket(text, isFile);
  const path = resolve(text);
  if (!isFile || isFolder(path)) return { place: folderPlace(path), name: undefined };
  return { place: folderPlace(dirname(path)), name: basename(path) };
}

/** Reports whether a folder has the path. Other problems of the path are reported when the place is used. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function openBucket(text: string, isFile: boolean): PlaceAndName {
  const [url, name] = isFile ? splitLast(text) : [text, undefined];
  if (!parseBucketUrl(url)) throw badInput('to', `\`to\` ${bucketUrlRule} (got ${JSON.stringify(text)})`);
  return { place: objectPlace(url), name };
}

function splitLast(text: string): [string, string] {
  const slash = text.lastIndexOf('/');
  return [text.slice(0, slash), text.slice(slash + 1)];
}

/**
 * Opens the place of a file that exists. Any file can be named, not only one that ends with `.tar` or `.age`.
 * @throws AppError if the text names a folder
 */
export function openFile(text: string): Required<PlaceAndName> & { name: string } {
  if (text.startsWith('s3://')) {
    const [url, name] = splitLast(text);
    if (parseBucketUrl(url) && name !== '') return { place: objectPlace(url), name };
  } else {
    const path = resolve(text);
    if (!isFolder(path)) return { place: folderPlace(dirname(path)), name: basename(path) };
  }
  const next = `Run \`docgraph backup list ${text}\`, and give the location of one backup`;
  throw badInput('file', `\`file\` must be a backup, not the place of several (got ${JSON.stringify(text)}): ${next}.`);
}
