import type { Context } from '../../../api/graphql/execution/context.js';
import type { Specification } from '../../../engine/tree/computed/openapi-pages.js';
import type { TranslationResult } from '../../../engine/tree/computed/source.js';

/** A dependency of computed content, by its id or slug. */
export interface SourceName {
  organizationId: string;
  name: string;
}

/** A specification that computed content refers to. */
export interface SpecificationSource extends SourceName {
  /** Id of the version that the content is pinned to; if absent, the newest one. */
  version?: string;
}

/**
 * Finders of the dependencies of computed content. Each returns null if the object does not exist or is not visible to
 * the caller.
 */
export interface Finders {
  /** Finds a specification of the organization, parsed. */
  openapi(context: Context, spec: SpecificationSource): Promise<Specification | null>;
  /** Finds the result of a translation of the organization. */
  translation(context: Context, translation: SourceName): Promise<TranslationResult | null>;
}

const findNothing = async () => null;

const finders: Finders = { openapi: findNothing, translation: findNothing };

/**
 * Registers the finder of a kind of dependency and returns the former one. The module that owns the kind calls this
 * once, when it is loaded.
 */
export function registerFinder<Kind extends keyof Finders>(kind: Kind, find: Finders[Kind]): Finders[Kind] {
  const previous = finders[kind];
  finders[kind] = find;
  return previous;
}

/** Finds a specification; null if there is none. */
export function findSpecification(context: Context, spec: SpecificationSource): Promise<Specification | null> {
  return finders.openapi(context, spec);
}

/** Finds the result of a translation; null if there is no translation or no result yet. */
export function findTranslation(context: Context, translation: SourceName): Promise<TranslationResult | null> {
  return finders.translation(context, translation);
}
