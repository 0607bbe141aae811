import { hashOf } from '../../base/blob.js';
import type { Hash, Manifest, Page } from '../../base/types.js';
import { frontMatterOf } from '../../change/edit/page-fields.js';
import { type StoredTexts, storeTexts } from '../../tree/pages/blobs.js';
import { writeText } from '../../tree/pages/text.js';
import { mapPages } from '../../tree/pages/tree.js';

/** The copy of a space, and its translated texts. */
export interface ManifestToTranslate {
  manifest: Manifest;
  /** Translated titles and descriptions, by original. */
  titles: ReadonlyMap<string, string>;
  /** Texts of pages and reusable contents by id. */
  texts: ReadonlyMap<string, string>;
}

/**
 * Returns the copy with translated titles, descriptions and texts. Addresses do not change.
 * @throws ContentError for a text over 1 MiB
 */
export function translatedManifest({ manifest, titles, texts }: ManifestToTranslate): StoredTexts {
  const written = new Map(texts);
  const pages = mapPages(manifest.pages, (page) => {
    const translated = withTitles(page, titles);
    const text = translated === page ? undefined : written.get(page.id);
    // The description is also in the front matter, so both must be equal.
    if (text !== undefined) written.set(page.id, writeText(text, { fields: repeatedFields(page, translated) }));
    return translated;
  });
  const blobs = new Map<Hash, Uint8Array>();
  const reusableContents = manifest.reusableContents.map((content) => {
    const title = titles.get(content.title) ?? content.title;
    const text = written.get(content.id);
    if (text === undefined) return { ...content, title };
    const bytes = new TextEncoder().encode(text);
    const blob = hashOf(bytes);
    blobs.set(blob, bytes);
    return { ...content, title, blob };
  });
  const stored = storeTexts({ ...manifest, pages, reusableContents }, written, 'source');
  return { manifest: stored.manifest, blobs: new Map([...stored.blobs, ...blobs]) };
}

function withTitles(page: Page, titles: ReadonlyMap<string, string>): Page {
  const title = oneLine(titles.get(page.title) ?? page.title);
  const linkTitle = page.linkTitle && oneLine(titles.get(page.linkTitle) ?? page.linkTitle);
  const description = page.description && (titles.get(page.description) ?? page.description);
  if (title === page.title && linkTitle === page.linkTitle && description === page.description) return page;
  return {
    ...page,
    title,
    ...(linkTitle !== undefined && { linkTitle }),
    ...(description !== undefined && { description }),
  };
}

function repeatedFields(before: Page, { title, description }: Page) {
  const fields = { ...(before.title !== title && { title }), ...(description && { description }) };
  return frontMatterOf({ ...before, title }, fields);
}

/** Converts a title to one line. */
function oneLine(title: string): string {
  return title.replace(/\s+/g, ' ').trim();
}
