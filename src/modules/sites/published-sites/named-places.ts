import { defaultItem } from '../site-structure/parts.js';
import { pathKey } from '../site-structure/paths.js';
import type { VisibleSection, VisibleSpace, VisibleTree } from './visible-tree.js';

/** A space that a visitor can see, and a path in that space: the part of the address after that of the space. */
export interface NamedPlace {
  place: VisibleSpace;
  /** Path of a page; empty for the space itself. */
  path: string;
}

/**
 * Returns the space and path of an address that names section and space, or only the space on a site without sections.
 * An address of the site or of a section leads to the default parts. Returns null if there is no such space.
 * @param segments segments of the address after the address of the site
 */
export function namedPlace(tree: VisibleTree, segments: readonly string[]): NamedPlace | null {
  const [sectionPath, ...remaining] = segments;
  if (sectionPath === undefined) return defaultPlaceOfSite(tree, []);
  if (!tree.hasSections) return findSpace(tree.siteSpaces, segments);
  const section = findSection(tree, sectionPath);
  return section && placeIn(section, remaining);
}

/**
 * Returns the possible targets of an address that names no section or no space. It adds the default section or space,
 * and returns the best guess first.
 */
export function guessedPlaces(tree: VisibleTree, segments: readonly string[]): NamedPlace[] {
  const namedSection = tree.hasSections ? findSection(tree, segments[0] ?? '') : null;
  const defaultSection = defaultItem(tree.sections);
  const guesses = [
    namedSection && defaultPlace(namedSection.siteSpaces, segments.slice(1)),
    defaultSection && findSpace(defaultSection.siteSpaces, segments),
    defaultPlaceOfSite(tree, segments),
  ];
  return guesses.filter((guess) => guess != null);
}

/** Returns the beginnings of an address that may be paths of sections or spaces, the longest first. */
export function addressPrefixes(segments: readonly string[]): string[] {
  return [2, 1].filter((length) => segments.length >= length).map((length) => segments.slice(0, length).join('/'));
}

/**
 * Returns the possible targets of an address that begins with the former path of a section or space. If it is the path
 * of a space, the remaining segments are a path in the space. If it is the path of a section, they name a space, or are
 * a path in the default space. Returns an empty list if the visitor cannot see the section or space.
 */
export function movedPlaces(tree: VisibleTree, targetId: string, remaining: readonly string[]): NamedPlace[] {
  const place = tree.siteSpaces.find(({ row }) => row.spaceId === targetId);
  if (place) return [{ place, path: remaining.join('/') }];
  const section = tree.sections.find(({ id }) => id === targetId);
  return section
    ? [placeIn(section, remaining), defaultPlace(section.siteSpaces, remaining)].filter((found) => found !== null)
    : [];
}

/**
 * Returns the space and path that segments name in a section. Without segments, returns the default space of the
 * section.
 */
function placeIn({ siteSpaces }: VisibleSection, segments: readonly string[]): NamedPlace | null {
  return segments.length === 0 ? defaultPlace(siteSpaces, segments) : findSpace(siteSpaces, segments);
}

function defaultPlaceOfSite(tree: VisibleTree, segments: readonly string[]): NamedPlace | null {
  const siteSpaces = tree.hasSections ? (defaultItem(tree.sections)?.siteSpaces ?? []) : tree.siteSpaces;
  return defaultPlace(siteSpaces, segments);
}

function findSection({ sections }: VisibleTree, path: string): VisibleSection | null {
  return sections.find(({ row }) => row.path === pathKey(path)) ?? null;
}

function findSpace(siteSpaces: readonly VisibleSpace[], [path, ...remaining]: readonly string[]): NamedPlace | null {
  const place = path !== undefined && siteSpaces.find(({ row }) => row.path === pathKey(path));
  return place ? { place, path: remaining.join('/') } : null;
}

function defaultPlace(siteSpaces: readonly VisibleSpace[], segments: readonly string[]): NamedPlace | null {
  const place = defaultItem(siteSpaces);
  return place ? { place, path: segments.join('/') } : null;
}
