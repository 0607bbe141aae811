import { shownFirst } from '../site-structure/parts.js';
import { pathKey } from '../site-structure/paths.js';
import type { VisibleSection, VisibleSpace, VisibleTree } from './visible-tree.js';

/** A space that a visitor is shown, and the path in it that an address asks for. */
export interface NamedPlace {
  place: VisibleSpace;
  /** Path of a page; empty for the space itself. */
  path: string;
}

/**
 * The place that an address names in full: by section and space, or by the space where there are no sections. The site and a
 * section stand for what they show first. Null where there is none.
 * @param segments those of the address behind that of the site
 */
export function namedPlace(tree: VisibleTree, segments: readonly string[]): NamedPlace | null {
  const [first, ...rest] = segments;
  if (first === undefined) return shownAtFirst(tree, []);
  if (!tree.hasSections) return spaceNamed(tree.siteSpaces, segments);
  const section = sectionNamed(tree, first);
  return section && placeIn(section, rest);
}

/** What an address may mean that leaves out section or space: those that are shown first, the best guess first. */
export function guessedPlaces(tree: VisibleTree, segments: readonly string[]): NamedPlace[] {
  const named = tree.hasSections ? sectionNamed(tree, segments[0] ?? '') : null;
  const first = shownFirst(tree.sections);
  const guesses = [
    named && firstOf(named.siteSpaces, segments.slice(1)),
    first && spaceNamed(first.siteSpaces, segments),
    shownAtFirst(tree, segments),
  ];
  return guesses.filter((guess) => guess != null);
}

/** The paths of places that an address may begin with, the longest first. */
export function placesBefore(segments: readonly string[]): string[] {
  return [2, 1].filter((length) => segments.length >= length).map((length) => segments.slice(0, length).join('/'));
}

/**
 * What an address means where a section or a space stood that stands elsewhere now: the space with the rest of the address; of
 * a section the space that the rest names, and then the one that it shows first. None for what the visitor is not shown.
 */
export function movedPlaces(tree: VisibleTree, targetId: string, rest: readonly string[]): NamedPlace[] {
  const place = tree.siteSpaces.find(({ row }) => row.spaceId === targetId);
  if (place) return [{ place, path: rest.join('/') }];
  const section = tree.sections.find(({ id }) => id === targetId);
  return section ? [placeIn(section, rest), firstOf(section.siteSpaces, rest)].filter((found) => found !== null) : [];
}

/** The place in a section that the rest of an address names; the section stands for the space that it shows first. */
function placeIn({ siteSpaces }: VisibleSection, segments: readonly string[]): NamedPlace | null {
  return segments.length === 0 ? firstOf(siteSpaces, segments) : spaceNamed(siteSpaces, segments);
}

function shownAtFirst(tree: VisibleTree, segments: readonly string[]): NamedPlace | null {
  const siteSpaces = tree.hasSections ? (shownFirst(tree.sections)?.siteSpaces ?? []) : tree.siteSpaces;
  return firstOf(siteSpaces, segments);
}

function sectionNamed({ sections }: VisibleTree, path: string): VisibleSection | null {
  return sections.find(({ row }) => row.path === pathKey(path)) ?? null;
}

function spaceNamed(siteSpaces: readonly VisibleSpace[], [path, ...rest]: readonly string[]): NamedPlace | null {
  const place = path !== undefined && siteSpaces.find(({ row }) => row.path === pathKey(path));
  return place ? { place, path: rest.join('/') } : null;
}

function firstOf(siteSpaces: readonly VisibleSpace[], segments: readonly string[]): NamedPlace | null {
  const place = shownFirst(siteSpaces);
  return place ? { place, path: segments.join('/') } : null;
}
