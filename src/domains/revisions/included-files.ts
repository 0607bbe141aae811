import { includedPaths, withIncludedFiles } from '../../content/document/for-readers/included-files.js';
import { includedFile, includedText } from '../../content/links/included-file.js';
import type { Context } from '../../graphql/context.js';
import type { PageView } from './content-view.js';
import { addressKey, blobs } from './loaders.js';

/** The Markdown of a page with the files of its revision that it includes (`{{#include a.rs:5:10}}`): one batch if there are any. */
export async function includeFiles(context: Context, view: PageView, markdown: string): Promise<string> {
  const paths = includedPaths(markdown);
  if (paths.length === 0) return markdown;
  const texts = await Promise.all(paths.map(async (path) => [path, await textAt(context, view, path)] as const));
  return withIncludedFiles(
    markdown,
    new Map(texts.filter((entry): entry is [string, string] => entry[1] !== undefined)),
  );
}

async function textAt(context: Context, { page, content }: PageView, path: string): Promise<string | undefined> {
  const { manifest, revision } = content;
  const file = includedFile(manifest, page.file ?? '', path);
  if (!file) return undefined;
  const key = addressKey({ organizationId: revision.organizationId, hash: file.blob });
  const bytes = await context.loaders.load(blobs, key);
  return bytes ? includedText(file, bytes, path) : undefined;
}
