import { textOf } from '../../content/blob.js';
import { includedPaths, withIncludedFiles } from '../../content/document/for-readers/included-files.js';
import { resolvePath } from '../../content/links/links.js';
import { lookupIn } from '../../content/links/references.js';
import { indexOf } from '../../content/manifest/page-index.js';
import { splitFrontMatter } from '../../content/markdown/front-matter.js';
import type { Context } from '../../graphql/context.js';
import { unlessRefused } from '../shared/content-errors.js';
import type { PageView } from './content-view.js';
import { addressKey, blobs } from './loaders.js';

/** Larger files are not included. */
const largestFile = 1_048_576;

/** The Markdown of a page with the files of its revision that it includes (`{{#include a.rs:5:10}}`): one batch if there are any. */
export async function includeFiles(context: Context, view: PageView, markdown: string): Promise<string> {
  const paths = includedPaths(markdown);
  if (paths.length === 0) return markdown;
  const texts = await Promise.all(paths.map(async (path) => [path, await textAt(context, view, path)] as const));
  return withIncludedFiles(markdown, new Map(texts.filter((entry): entry is [string, string] => entry[1] !== null)));
}

/** The text of a file or page; null for what the revision does not have, and for what is no text. */
async function textAt(context: Context, { page, content }: PageView, path: string): Promise<string | null> {
  const { manifest, revision } = content;
  const target = resolvePath(path, page.file ?? '', lookupIn(manifest));
  const { pageById, fileById } = indexOf(manifest);
  const file = target?.kind === 'file' ? fileById.get(target.id) : undefined;
  const hash = target?.kind === 'page' ? pageById.get(target.id)?.page.blob : file?.blob;
  if (hash === undefined || (file?.size ?? 0) > largestFile) return null;
  const bytes = await context.loaders.load(blobs, addressKey({ organizationId: revision.organizationId, hash }));
  const text = bytes && unlessRefused(() => textOf(bytes, path));
  return text && target?.kind === 'page' ? splitFrontMatter(text).body : (text ?? null);
}
