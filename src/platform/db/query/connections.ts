import { type Expression, type SelectQueryBuilder, sql } from 'kysely';
import { badInput } from '../../base/errors.js';
import type { DB } from '../generated/types.js';
import { type CursorScope, type OrderValue, openCursor, sealCursor } from './cursor.js';
import type { Decode } from './decode.js';
import { isAfter, type ListOrder, orderTerms, orderValues, reversed } from './keyset.js';
import { type PageArguments, type PageNames, type PageSize, pageSize, relayNames } from './page-arguments.js';
import type { SelectBuilder } from './per-key.js';
import { type ColumnProjection, projectColumns } from './project-columns.js';
import type { Queries } from './queries.js';

/** A paginated list. */
export interface List<Row> {
  /** Name of the list, such as `Organization.spaces`. */
  name: string;
  /**
   * All conditions of the list except its parent, including the viewer if the list depends on it. Cursors are bound to
   * them.
   */
  filters?: unknown;
  order: ListOrder;
  /**
   * Builds the query for the rows of the list, without order or grouping. For a list that belongs to a parent, the
   * arguments are the parts of the parent's key.
   */
  query(...key: Expression<string>[]): SelectBuilder<Row>;
  /** Kinds of the columns that are computed. */
  decode?: Decode<Row>;
}

/** The requested page of a list, and the secret that signs its cursors. */
export interface PageRequest {
  page: PageArguments;
  /** Names of the arguments in the API, for error messages; default: those of Relay. */
  names?: PageNames;
  secret: CursorScope['secret'];
  /** Columns to read in addition to those of the order; all columns if absent or null. */
  columns?: ReadonlySet<string> | null;
}

/** A page of a list. */
export interface Page<Row> {
  rows: Row[];
  /**
   * Whether there are rows after the page. This is known only for pages that are counted from the start. For pages
   * counted from the end, it is true if `before` is given.
   */
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  /** Returns the cursor of a row. */
  cursorOf(row: Row): string;
}

/**
 * Reads a page of a list, in one batch. Rows that are inserted or deleted between pages do not shift the other rows.
 * @throws AppError BAD_USER_INPUT for a page size out of range, and for a cursor of another list
 */
export async function readPage<Row>(queries: Queries, list: List<Row>, request: PageRequest): Promise<Page<Row>> {
  const plan = planPage(list, request, '');
  const { query, prototype } = projectQuery(list, list.query(), request);
  const rows = await queries.all(pageQuery(list, query, plan), list.decode, () => prototype);
  return pageOf(list, rows, plan);
}

/**
 * Reads the same page for the lists of many parents, in one batch; see `readPage`. `splitKey` explains the format of
 * keys.
 */
export async function readPages<Row>(
  queries: Queries,
  list: List<Row>,
  request: PageRequest & { keys: readonly string[] },
): Promise<Page<Row>[]> {
  const plans = request.keys.map((key) => planPage(list, request, key));
  let prototype: object | undefined;
  const lists = await queries.perKey<Row>({
    keys: request.keys.map(splitKey),
    query(...key) {
      const found = projectQuery(list, list.query(...key), request);
      prototype = found.prototype;
      return pageQuery(list, found.query, plans[0]!);
    },
    decode: list.decode,
    prototype: () => prototype,
  });
  return lists.map((rows, index) => pageOf(list, rows, plans[index]!));
}

/** Counts the rows of a list, in a separate batch. */
export async function countRows<Row>(queries: Queries, list: List<Row>): Promise<number> {
  return (await queries.first(countQuery(list.query())))!.count;
}

/** Counts the rows of the lists of many parents, in one batch. */
export async function countRowsPerKey<Row>(
  queries: Queries,
  list: List<Row>,
  keys: readonly string[],
): Promise<number[]> {
  const query = (...key: Expression<string>[]) => countQuery(list.query(...key));
  return (await queries.perKey({ keys: keys.map(splitKey), query })).map(([row]) => row!.count);
}

/**
 * Splits the key of a parent, which consists of one id, or of several separated by spaces. `query` receives each part.
 */
function splitKey(key: string): string[] {
  return key.split(' ');
}

/** A page request with its cursors decoded. */
interface PagePlan extends PageSize {
  after: OrderValue[] | null;
  before: OrderValue[] | null;
  /**
   * Returns the scope of the page's cursors. It is computed only when it is needed, because most pages have no cursor.
   */
  seal: () => CursorScope;
}

function planPage<Row>(list: List<Row>, { page, names = relayNames, secret }: PageRequest, key: string): PagePlan {
  const seal = () => ({ secret, list: JSON.stringify([list.name, key, list.filters ?? null]) });
  const open = (name: 'after' | 'before') => openOrRefuse(page[name], names[name], seal);
  return { ...pageSize(page, names), after: open('after'), before: open('before'), seal };
}

function openOrRefuse(cursor: string | null | undefined, name: string, seal: () => CursorScope): OrderValue[] | null {
  if (cursor == null) return null;
  const values = openCursor(cursor, seal());
  if (!values)
    throw badInput(name, `\`${name}\` must be a cursor of this list (got a cursor from another list or none)`);
  return values;
}

/** Restricts the query of a list to the columns that a page needs. */
function projectQuery<Row>(
  { order, decode }: List<Row>,
  query: SelectBuilder<Row>,
  { columns }: PageRequest,
): ColumnProjection<Row> {
  if (!columns || decode) return { query };
  return projectColumns(
    query,
    new Set([...columns, ...order.columns.map((column) => column.slice(column.indexOf('.') + 1))]),
  );
}

/** Reads one row more than requested, to find out whether there are more. */
function pageQuery<Row>({ order }: List<Row>, query: SelectBuilder<Row>, plan: PagePlan): SelectBuilder<Row> {
  let page = query as ListQuery<Row>;
  if (plan.after) page = page.where(isAfter(order, plan.after));
  if (plan.before) page = page.where(isAfter(reversed(order), plan.before));
  for (const term of orderTerms(plan.fromEnd ? reversed(order) : order)) page = page.orderBy(term);
  return page.limit(plan.size + 1);
}

function countQuery(query: SelectBuilder<unknown>): SelectBuilder<{ count: number }> {
  return (query as ListQuery<unknown>).clearSelect().select(sql<number>`count(*)`.as('count'));
}

/** Kysely's builder types depend on the set of tables, which is irrelevant here. */
type ListQuery<Row> = SelectQueryBuilder<DB, never, Row>;

function pageOf<Row>({ order }: List<Row>, found: Row[], { size, fromEnd, after, before, seal }: PagePlan): Page<Row> {
  const more = found.length > size;
  const rows = found.slice(0, size);
  return {
    rows: fromEnd ? rows.reverse() : rows,
    hasNextPage: fromEnd ? before !== null : more,
    hasPreviousPage: fromEnd ? more : after !== null,
    cursorOf: (row) => sealCursor(orderValues(order, row as object), seal()),
  };
}
