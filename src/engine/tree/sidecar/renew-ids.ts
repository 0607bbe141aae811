import type { ContentRef, Json, Manifest, Page } from '../../base/types.js';
import { mapPages } from '../pages/tree.js';

/**
 * Replaces ids of pages, files and shared texts everywhere in a manifest. Texts do not change, because they contain
 * paths and no ids.
 */
export function renewIds(manifest: Manifest, ids: ReadonlyMap<string, string>): Manifest {
  if (ids.size === 0) return manifest;
  const renewed = (id: string) => ids.get(id) ?? id;
  return {
    ...manifest,
    pages: mapPages(manifest.pages, (page) => renewPage(page, renewed)),
    files: manifest.files.map((file) => ({ ...file, id: renewed(file.id) })),
    reusableContents: manifest.reusableContents.map((content) => ({ ...content, id: renewed(content.id) })),
  };
}

type Renew = (id: string) => string;

function renewPage({ links, cover, metaLinks, target, computed, ...page }: Page, renewed: Renew): Page {
  const reference = <Value extends ContentRef | Json>(value: Value) => renewReferences(value, renewed) as Value;
  return {
    ...page,
    id: renewed(page.id),
    ...(links && {
      links: links.map((link) => ({ ...link, target: { ...link.target, id: renewed(link.target.id) } })),
    }),
    ...(cover && { cover: reference(cover as unknown as Json) as unknown as Page['cover'] }),
    ...(metaLinks && { metaLinks: reference(metaLinks as Json) as Page['metaLinks'] }),
    ...(target && { target: reference(target) }),
    ...(computed && { computed: reference(computed) }),
  };
}

function renewReferences(value: Json, renewed: Renew): Json {
  if (typeof value === 'string') return renewed(value);
  if (Array.isArray(value)) return value.map((one) => renewReferences(one, renewed));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, renewReferences(member, renewed)]));
}
