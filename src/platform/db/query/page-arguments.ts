import { badInput } from '../../base/errors.js';

/** The requested part of a list, as in Relay. Null has the same meaning as an absent argument. */
export interface PageArguments {
  /** Number of items from the start, 0 to 1000. */
  first?: number | null;
  /** Cursor of the item before the page. */
  after?: string | null;
  /** Number of items from the end, 0 to 1000; must not be combined with `first`. */
  last?: number | null;
  /** Cursor of the item after the page. */
  before?: string | null;
}

/** Names of the arguments in the API, for error messages. /v1 has `limit` and `page`. */
export type PageNames = Readonly<Record<keyof PageArguments, string>>;

/** Argument names in the GraphQL API, as in Relay. */
export const relayNames: PageNames = { first: 'first', after: 'after', last: 'last', before: 'before' };

/** Names of the query parameters of /v1. */
export const restNames: PageNames = { ...relayNames, first: 'limit', after: 'page' };

/** Maximum number of items on a page. */
const maximumPageSize = 1_000;

/** Number of items on a page if the client does not specify it. */
const defaultPageSize = 50;

/** A valid page size, and from which end of the list it is counted. */
export interface PageSize {
  size: number;
  fromEnd: boolean;
}

/**
 * Returns the page size from the arguments.
 * @throws AppError BAD_USER_INPUT for a size outside of 0 to 1000, and if both `first` and `last` are given
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
