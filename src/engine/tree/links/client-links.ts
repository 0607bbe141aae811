import { posix } from 'node:path';
import type { Manifest, Page } from '../../base/types.js';
import { decodePercent, writeAddress } from '../../text/links/address.js';
import { referenceAddress } from '../../text/links/reference-address.js';
import { scanMarkdown } from '../../text/links/scan.js';
import { indexOf } from '../manifest/page-index.js';
import { absolutePath, localLinks } from './links.js';
import { lookupIn } from './references.js';

/** What a page or a file is, by its id. */
export type Named = { kind: 'page' | 'file'; id: string };

/** Where the links of clients lead. */
export interface ClientTargets {
  /** The tree that they write into. */
  manifest: Manifest;
  /** What they name themselves for one request; such a name goes before a path. */
  refs: ReadonlyMap<string, Named>;
}

/**
 * Writes the links of clients as those of the content: `./<ref>`, `/pages/<id>`, `/pages/<path>` and `/files/<id>` become
 * paths from the content root, which hold wherever the page is put, and which moves follow. All else stays as written, also
 * what leads nowhere, and a path of that form that a file has.
 * @param from where the text begins, behind its front matter.
 */
export function writeClientLinks(text: string, targets: ClientTargets, from = 0): string {
  if (targets.refs.size === 0 && !/(?:pages|files)(?:\/|%2f)/i.test(text)) return text;
  const pieces: string[] = [];
  let copied = 0;
  for (const { start, end, path } of localLinks(text, scanMarkdown(text, from).destinations)) {
    const target = targetOf(decodePercent(path), targets);
    if (!target) continue;
    const enclosure = /[<"']/.test(text[start - 1] ?? '') ? 'enclosed' : 'bare';
    pieces.push(
      text.slice(copied, start),
      addressOf(target, targets.manifest, (one) => writeAddress(one, enclosure)),
    );
    copied = end;
  }
  return pieces.join('') + text.slice(copied);
}

/**
 * How a page or file is addressed: by its path from the content root; a page without a file by its `docgraph:` address, and
 * what the tree does not have yet by a form of clients, which is written anew once it has.
 */
export function addressOf({ kind, id }: Named, manifest: Manifest, write: (path: string) => string): string {
  const { pageById, fileById } = indexOf(manifest);
  const path = kind === 'file' ? fileById.get(id)?.path : pageById.get(id)?.page.file;
  if (path !== undefined) return write(`/${posix.relative(manifest.root, path)}`);
  if (kind === 'page' && pageById.has(id)) return referenceAddress({ kind, page: id })!;
  return `/${kind}s/${encodeURIComponent(id)}`;
}

function targetOf(path: string, { manifest, refs }: ClientTargets): Named | undefined {
  const ref = path.startsWith('./') ? path.slice(2) : '';
  const named = refs.get(ref) ?? refs.get(ref.replace(/\.md$/i, ''));
  if (named) return named;
  const [, place, name = ''] = /^\/(pages|files)\/(.*[^/])\/?$/s.exec(path) ?? [];
  if (place === undefined || lookupIn(manifest)(absolutePath(path, '', manifest.root))) return undefined;
  if (place === 'files') return indexOf(manifest).fileById.has(name) ? { kind: 'file', id: name } : undefined;
  const page = pageNamed(name, manifest);
  return page && { kind: 'page', id: page.id };
}

/** A page by its id or its path, as it is or with an ending that Markdown files have. */
function pageNamed(name: string, manifest: Manifest): Page | undefined {
  const { pageById, pageByPath } = indexOf(manifest);
  const names = [name, name.replace(/\/readme\.md$/i, ''), name.replace(/\.md$/i, '')];
  const found = names.map((one) => pageById.get(one) ?? pageByPath.get(one)).find((placed) => placed !== undefined);
  return found?.page;
}
