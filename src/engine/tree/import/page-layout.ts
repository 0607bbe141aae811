import { parseEmoji, withReadEmoji } from '../../base/emoji/emoji.js';
import type { ContentRef, Json, Page, PageCover, PageLayout } from '../../base/types.js';
import { isExternal } from '../../text/links/address.js';
import type { LinkLookup } from '../links/links.js';
import { resolvePath } from '../links/links.js';
import { variablesIn } from '../pages/variables.js';

type Fields = Record<string, Json>;

/** Members of a page that front matter can set. Missing values and values of the wrong type are absent. */
export type FrontMatterMembers = Pick<
  Page,
  | 'description'
  | 'icon'
  | 'emoji'
  | 'hidden'
  | 'noIndex'
  | 'noRobotsIndex'
  | 'layout'
  | 'cover'
  | 'variables'
  | 'metaLinks'
>;

/**
 * Reads GitBook's front matter: `description`, `icon`, `emoji`, `hidden`, `noIndex`, `noRobotsIndex`, `layout`, `cover`
 * with `coverY` and `coverHeight`, `vars`, `metaLinks`. The emoji is given as characters or code points. Omits an emoji
 * that `emojiFault` reports.
 * @param file the page's file; paths are relative to it
 */
export function pageMembers(fields: Fields, file: string, lookup: LinkLookup): FrontMatterMembers {
  const { description, icon, emoji, hidden, noIndex, noRobotsIndex, layout, cover, vars, metaLinks } = fields;
  return {
    ...(isText(description) && { description: String(description) }),
    ...(isText(icon) && { icon: String(icon) }),
    ...withReadEmoji(isText(emoji) ? { emoji: String(emoji) } : {}),
    ...(hidden === true && { hidden }),
    ...(noIndex === true && { noIndex }),
    ...(noRobotsIndex === true && { noRobotsIndex }),
    ...(isMap(layout) && { layout: pageLayout(layout) }),
    ...((isText(cover) || isMap(cover)) && { cover: pageCover(fields, file, lookup) }),
    ...(isMap(vars) && { variables: variablesIn(vars) }),
    ...(isMap(metaLinks) && metaLinksIn(metaLinks, file, lookup)),
  };
}

/** Returns the `emoji` of front matter if it is not exactly one emoji; otherwise undefined. */
export function emojiFault({ emoji }: Fields): string | undefined {
  return isText(emoji) && parseEmoji(String(emoji)) === undefined ? String(emoji) : undefined;
}

/** Layout of a page whose front matter sets none. */
export const defaultLayout: PageLayout = {
  width: 'default',
  cover: true,
  coverSize: 'hero',
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
};

/** Layout options that GitBook writes as `title: { visible: false }`. All options are on by default. */
const switches = ['cover', 'title', 'description', 'tableOfContents', 'outline', 'pagination', 'metadata'] as const;

function pageLayout(layout: Fields): PageLayout {
  const visibility = switches.map((name) => [name, memberOfMap(layout[name], 'visible') !== false]);
  return {
    width: layout.width === 'wide' ? 'wide' : 'default',
    coverSize: memberOfMap(layout.cover, 'size') === 'full' ? 'full' : defaultLayout.coverSize,
    ...(Object.fromEntries(visibility) as Record<(typeof switches)[number], boolean>),
  };
}

function pageCover({ cover, coverY, coverHeight }: Fields, file: string, lookup: LinkLookup): PageCover {
  const ref = coverRef(isMap(cover) ? cover.light : cover, file, lookup);
  const refDark = isMap(cover) ? coverRef(cover.dark, file, lookup) : undefined;
  return {
    ...(ref && { ref }),
    ...(refDark && { refDark }),
    yPos: typeof coverY === 'number' ? coverY : 0,
    // The REST API limits the height to 10–700.
    ...(typeof coverHeight === 'number' && coverHeight >= 10 && coverHeight <= 700 && { height: coverHeight }),
  };
}

/** Reads GitBook's `metaLinks: { canonical: …, alternates: [ … ] }`. Omits links without a target, as for covers. */
function metaLinksIn(metaLinks: Fields, file: string, lookup: LinkLookup): Pick<Page, 'metaLinks'> {
  const refOf = (written: Json | undefined) => referenceTo(written, file, lookup);
  const canonical = refOf(metaLinks.canonical);
  const written = Array.isArray(metaLinks.alternates) ? metaLinks.alternates : [];
  const alternates = written.map(refOf).filter((ref) => ref !== undefined);
  if (!canonical && alternates.length === 0) return {};
  return { metaLinks: { ...(canonical && { canonical }), ...(alternates.length > 0 && { alternates }) } };
}

function referenceTo(written: Json | undefined, file: string, lookup: LinkLookup): ContentRef | undefined {
  if (typeof written !== 'string' || written === '') return undefined;
  if (isExternal(written)) return { kind: 'url', url: written };
  const target = resolvePath(written, file, lookup);
  if (!target) return undefined;
  return target.kind === 'page' ? { kind: 'page', page: target.id } : { kind: 'file', file: target.id };
}

/**
 * Returns the reference of a cover. Returns undefined unless it is a URL or a file of the folder, because the REST API
 * allows no other kind.
 */
function coverRef(written: Json | undefined, file: string, lookup: LinkLookup): ContentRef | undefined {
  const ref = referenceTo(written, file, lookup);
  return ref?.kind === 'page' ? undefined : ref;
}

function isText(value: Json | undefined): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

function isMap(value: Json | undefined): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function memberOfMap(value: Json | undefined, name: string): Json | undefined {
  return isMap(value) ? value[name] : undefined;
}
