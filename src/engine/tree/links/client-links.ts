import { posix } from 'node:path';
import type { Manifest, Page } from '../../base/types.js';
import { decodePercent, writeAddress } from '../../text/links/address.js';
import { referenceAddress } from '../../text/links/reference-address.js';
import { scanMarkdown } from '../../text/links/scan.js';
import { manifestIndex } from '../manifest/page-index.js';
import { absolutePath, localLinks } from './links.js';
import { cachedLookup } from './references.js';

/** A page or a file, by its id. */
export type ContentTarget = { kind: 'page' | 'file'; id: string };

/** Targets of links that clients write. */
export interface ClientTargets {
  /** The manifest that the clients change. */
  manifest: Manifest;
  /** Names that the client defines within one request. They take precedence over paths. */
  refs: ReadonlyMap<string, ContentTarget>;
}

/**
 * Converts links of clients to links of the content: `./<ref>`, `/pages/<id>`, `/pages/<path>` and `/files/<id>` become
 * paths from the content root. Such paths stay valid when the page moves, and are rewritten when the target moves. All
 * other links do not change, including broken ones and paths of this form that exist as a file.
 * @param from start of the text, after its front matter
 */
export function writeClientLinks(text: string, targets: ClientTargets, from = 0): string {
  if (targets.refs.size === 0 && !/(?:pages|files)(?:\/|%2f)/i.test(text)) return text;
  const pieces: string[] = [];
  let copied = 0;
  for (const { start, end, path } of localLinks(text, scanMarkdown(text, from).destinations)) {
    const target = findTarget(decodePercent(path), targets);
    if (!target) continue;
    const enclosure = /[<"']/.test(text[start - 1] ?? '') ? 'enclosed' : 'bare';
    pieces.push(
      text.slice(copied, start),
      linkDestination(target, targets.manifest, (one) => writeAddress(one, enclosure)),
    );
    copied = end;
  }
  return pieces.join('') + text.slice(copied);
}

/**
 * Returns the destination of a link to a page or file: its path from the content root. For a page without a file, it is
 * a `docgraph:` address. For an object that is not in the tree yet, it is a client link, which is converted once the
 * object exists.
 */
export function linkDestination(
  { kind, id }: ContentTarget,
  manifest: Manifest,
  write: (path: string) => string,
): string {
  const { pageById, fileById } = manifestIndex(manifest);
  const path = kind === 'file' ? fileById.get(id)?.path : pageById.get(id)?.page.file;
  if (path !== undefined) return write(`/${posix.relative(manifest.root, path)}`);
  if (kind === 'page' && pageById.has(id)) return referenceAddress({ kind, page: id })!;
  return `/${kind}s/${encodeURIComponent(id)}`;
}

function findTarget(path: string, { manifest, refs }: ClientTargets): ContentTarget | undefined {
  const ref = path.startsWith('./') ? path.slice(2) : '';
  const named = refs.get(ref) ?? refs.get(ref.replace(/\.md$/i, ''));
  if (named) return named;
  const [, place, name = ''] = /^\/(pages|files)\/(.*[^/])\/?$/s.exec(path) ?? [];
  if (place === undefined || cachedLookup(manifest)(absolutePath(path, '', manifest.root))) return undefined;
  if (place === 'files') return manifestIndex(manifest).fileById.has(name) ? { kind: 'file', id: name } : undefined;
  const page = pageNamed(name, manifest);
  return page && { kind: 'page', id: page.id };
}

/** Finds a page by its id or path, with or without the extension of a Markdown file. */
function pageNamed(name: string, manifest: Manifest): Page | undefined {
  const { pageById, pageByPath } = manifestIndex(manifest);
  const names = [name, name.replace(/\/readme\.md$/i, ''), name.replace(/\.md$/i, '')];
  const found = names.map((one) => pageById.get(one) ?? pageByPath.get(one)).find((placed) => placed !== undefined);
  return found?.page;
}
