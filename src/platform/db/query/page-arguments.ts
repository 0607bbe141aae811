import { badInput } from '../../base/errors.js';

/** Which part of a list is asked for, as Relay says it; null is as good as absent. */
export interface PageArguments {
  /** The first so many items, 0 to 1000. */
  first?: number | null;
  /** Cursor of the item before the page. */
  after?: string | null;
  /** The last so many items, 0 to 1000; not together with `first`. */
  last?: number | null;
  /** Cursor of the item behind the page. */
  before?: string | null;
}

/** What the client calls the arguments, for error messages: `limit` and `page` on /v1. */
export type PageNames = Readonly<Record<keyof PageArguments, string>>;

/** Relay's names. */
export const relayNames: PageNames = { first: 'first', after: 'after', last: 'last', before: 'before' };

/** Names of the query parameters of /v1. */
export const restNames: PageNames = { ...relayNames, first: 'limit', after: 'page' };

/** Most items on a page. */
const maximumPageSize = 1_000;

/** Items on a page where the client does not say. */
const defaultPageSize = 50;

/** A page size that keeps the rules, and from which end it counts. */
export interface PageSize {
  size: number;
  fromEnd: boolean;
}

/**
 * The page size that arguments ask for.
 * @throws AppError BAD_USER_INPUT for a size outside 0 to 1000, and for both `first` and `last`.
 */
export function pageSize({ first, last }: PageArguments, names: PageNames): PageSize {
  if (first != null && last != null) {
    throw badInput(names.last, `\`${names.last}\` cannot be combined with \`${names.first}\``);
  }
  const fromEnd = last != null;
  const size = last ?? first ?? defaultPageSize;
  const name = fromEnd ? names.last : names.first;
  if (!Number.isInteger(size) || size < 0 || size > maximumPageSize) {
    throw badInput(name, `\`${name}\` must be 0 to ${maximumPageSize} (got ${size})`);
  }
  return { size, fromEnd };
}
