import type { Context } from '../../../api/graphql/execution/context.js';
import type { Specification } from '../../../engine/tree/computed/openapi-pages.js';
import type { TranslationResult } from '../../../engine/tree/computed/source.js';

/** What a computed source depends on, by the id or slug that it is named by. */
export interface SourceName {
  organizationId: string;
  name: string;
}

/** A specification as computed content names it. */
export interface SpecificationSource extends SourceName {
  /** Id of the version that the content is pinned to; absent: the newest one. */
  version?: string;
}

/** How what computed content depends on is found. Each answers null for what is not there, or not for the caller to see. */
export interface Finders {
  /** A specification of the organization, parsed. */
  openapi(context: Context, spec: SpecificationSource): Promise<Specification | null>;
  /** What a translation of the organization came to. */
  translation(context: Context, translation: SourceName): Promise<TranslationResult | null>;
}

const none = async () => null;

const finders: Finders = { openapi: none, translation: none };

/** Sets how a kind of dependency is found: the domain that holds it says so once, when it is loaded. Answers the way before. */
export function findBy<Kind extends keyof Finders>(kind: Kind, find: Finders[Kind]): Finders[Kind] {
  const before = finders[kind];
  finders[kind] = find;
  return before;
}

/** Finds a specification; null where there is none. */
export function findSpecification(context: Context, spec: SpecificationSource): Promise<Specification | null> {
  return finders.openapi(context, spec);
}

/** Finds what a translation came to; null where there is none, or nothing yet. */
export function findTranslation(context: Context, translation: SourceName): Promise<TranslationResult | null> {
  return finders.translation(context, translation);
}
