import { decodeTextFile, hashOf } from '../../base/blob.js';
import { ContentError, type Hash, type Json } from '../../base/types.js';
import type { Span } from '../../text/links/blocks.js';
import { scanMarkdown } from '../../text/links/scan.js';
import { frontMatterFields, splitFrontMatter } from '../../text/markdown/front-matter.js';
import { plainHeading } from '../../text/markdown/plain-text.js';
import { coverSpans, type LocalLink, localLinks } from '../links/links.js';
import { type Report, readOrReport } from './notices.js';
import { type UnknownTag, unknownTagsIn } from './unknown-tags.js';

/**
 * Data of a Markdown file that an import keeps in memory. It does not contain the text, so that memory stays bounded.
 */
export interface PageSource {
  file: string;
  blob: Hash;
  /** Front matter; empty if there is none. */
  fields: Record<string, Json>;
  /** Plain text of the first heading; absent if there is no heading or it is empty. */
  heading?: string;
  links: LocalLink[];
  /** Tags that pages cannot show; absent if there are none. */
  unknownTags?: UnknownTag[];
}

/** Maximum size of a page, in bytes: 1 MiB. */
export const largestPage = 1_048_576;

/**
 * Reads a Markdown file in one pass: its hash, front matter, first heading and links. If front matter cannot be read,
 * this is reported and there are no fields.
 * @throws ContentError naming the file: over 1 MiB, not text, or with a NUL
 */
export function readPageSource(file: string, bytes: Uint8Array, report: Report = () => {}): PageSource {
  if (bytes.length > largestPage) {
    throw new ContentError(`"${file}" must have at most ${largestPage} bytes to be a page (got ${bytes.length})`, file);
  }
  const text = decodeTextFile(bytes, file);
  if (text.includes('\0')) {
    throw new ContentError(`"${file}" must be text without NUL (got one at character ${text.indexOf('\0')})`, file);
  }
  const parts = splitFrontMatter(text);
  const fields = readOrReport(() => frontMatterFields(parts, file), {}, { report, kind: 'front-matter', file });
  const scan = scanMarkdown(text, parts.bodyStart);
  const heading = plainHeading(scan.heading);
  const yamlStart = parts.bodyStart - parts.closing.length - parts.yaml.length;
  const covers = coverSpans(parts.yaml, fields).map(([start, end]): Span => [yamlStart + start, yamlStart + end]);
  const links = localLinks(text, covers.concat(scan.destinations));
  const unknownTags = unknownTagsIn(text, parts.bodyStart);
  return {
    file,
    blob: hashOf(bytes),
    fields,
    links,
    ...(heading !== '' && { heading }),
    ...(unknownTags.length > 0 && { unknownTags }),
  };
}

/**
 * Returns the title of a page that is not in a table of contents. Uses the title in the front matter, otherwise the
 * first heading, otherwise the file's name.
 */
export function titleOf(source: PageSource): string {
  const { title } = source.fields;
  const named = typeof title === 'string' || typeof title === 'number' ? String(title).trim() : '';
  return named || source.heading || nameFromPath(source.file);
}

function nameFromPath(file: string): string {
  const segments = file.replace(/\.[^./]*$/, '').split('/');
  const name = segments.at(-1)!;
  return /^(?:readme|index)$/i.test(name) ? (segments.at(-2) ?? name) : name;
}
