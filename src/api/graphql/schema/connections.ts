import type { InputFieldMap, InputShapeFromFields, InterfaceRef, ObjectRef, UnionRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import {
  countRows,
  countRowsPerKey,
  type List,
  type Page,
  readPage,
  readPages,
} from '../../../platform/db/query/connections.js';
import type { LoaderDefinition } from '../../../platform/db/query/loaders.js';
import type { PageArguments } from '../../../platform/db/query/page-arguments.js';
import type { Context } from '../execution/context.js';
import { type ArrayList, pageOfArray } from './array-pages.js';
import { builder, type SchemaTypes } from './builder.js';
import { asyncField } from './field-marks.js';
import { selectedColumns } from './selected-columns.js';

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;
type FieldBuilder<Parent> = PothosSchemaTypes.RootFieldBuilder<Types, Parent>;
type TypeRef<Row> = ObjectRef<Types, Row> | InterfaceRef<Types, Row> | UnionRef<Types, Row>;

/** Options that every connection field has. */
interface FieldOptions<Row, Args extends InputFieldMap> {
  type: TypeRef<Row>;
  description: string;
  args: Args;
  /** Columns of the parent row that the field reads; all columns if absent. */
  reads?: readonly string[];
}

/** A connection whose items are rows of the database. */
export interface ListFieldOptions<Parent, Row, Args extends InputFieldMap> extends FieldOptions<Row, Args> {
  /** Returns the list. Its filters must contain all restrictions, including those that depend on the viewer. */
  list(args: InputShapeFromFields<Args>, context: Context): List<Row>;
  /** Refuses callers who may not read the list at all, before anything is read. Rows are still filtered in SQL. */
  authorize?(parent: Parent, context: Context): void | Promise<void>;
  /**
   * Key of the parent that `list.query` takes; several parts are separated by spaces. Absent for fields of the root.
   */
  key?(parent: Parent): string;
}

/**
 * Declares a Relay connection over rows. The lists of all parents in a request are read in one batch, and their counts
 * in another.
 */
export function listField<Parent, Row extends object, Args extends InputFieldMap>(
  t: FieldBuilder<Parent>,
  options: ListFieldOptions<Parent, Row, Args>,
) {
  return connection(t, options, async (parent, { own, page, columns }, context) => {
    const checked = options.authorize?.(parent, context);
    if (checked) await checked;
    const list = options.list(own, context);
    const reading = { list, page, context, columns };
    return options.key ? childConnection(reading, options.key(parent)) : rootConnection(reading);
  });
}

/** A connection whose items are in memory: the pages and files of a revision. */
export interface ArrayFieldOptions<Parent, Row, Args extends InputFieldMap> extends FieldOptions<Row, Args> {
  items(parent: Parent, args: InputShapeFromFields<Args>, context: Context): Promise<ArrayList<Row>>;
}

/** Declares a Relay connection over a list in memory. */
export function arrayField<Parent, Row extends { id: string }, Args extends InputFieldMap>(
  t: FieldBuilder<Parent>,
  options: ArrayFieldOptions<Parent, Row, Args>,
) {
  return connection(t, options, async (parent, { own, page }, context) => {
    return arrayConnection(await options.items(parent, own, context), page, context);
  });
}

/** Source of a connection's items: rows of the database under a parent's key, or a list in memory. */
export type Source<Row> = { list: List<Row>; key: string } | ArrayList<Row & { id: string }>;

/** A connection that chooses the source of its items per call, and may add fields to those of Relay. */
export interface SourceFieldOptions<Parent, Row, Args extends InputFieldMap> extends FieldOptions<Row, Args> {
  /** Returns the items. `connectionFields` has the values of the connection type's own fields, such as `stats`. */
  source(
    parent: Parent,
    args: InputShapeFromFields<Args>,
    context: Context,
  ): Promise<{ items: Source<Row>; connectionFields?: object }>;
}

/** Declares a Relay connection over the source that `source` returns: rows or a list in memory. */
export function sourceField<Parent, Row extends object, Args extends InputFieldMap>(
  t: FieldBuilder<Parent>,
  options: SourceFieldOptions<Parent, Row, Args>,
) {
  return connection(t, options, async (parent, { own, page, columns }, context) => {
    const { items, connectionFields } = await options.source(parent, own, context);
    const value =
      'list' in items
        ? await childConnection({ list: items.list, page, context, columns }, items.key)
        : arrayConnection(items, page, context);
    return { ...value, ...connectionFields };
  });
}

function arrayConnection<Row extends { id: string }>(
  list: ArrayList<Row>,
  page: PageArguments,
  { pageNames: names, secret }: Context,
): ConnectionValue {
  const found = pageOfArray(list, { page, names, secret });
  return createConnectionValue(found, async () => list.items.length);
}

/** Fields that all connections have. */
const PagedList = builder.interfaceRef<ConnectionValue>('PagedList').implement({
  description: 'A page of a list.',
  extensions: { guard: () => true },
  resolveType: () => null as never,
  fields: (t) => ({
    totalCount: t.int({
      description: 'Number of items in the whole list; counted only if it is selected.',
      extensions: asyncField,
      resolve: (page) => page.totalCount(),
    }),
    pageInfo: t.field({
      type: builder.pageInfoRef(),
      description: 'Position of the page in the list.',
      resolve: (page) => page.pageInfo,
    }),
  }),
});

interface ConnectionValue {
  edges: { node: unknown; cursor: string }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
  totalCount(): Promise<number>;
}

/** Arguments of a connection: those that identify the list, and the page arguments. */
interface SplitArguments<Args extends InputFieldMap> {
  own: InputShapeFromFields<Args>;
  page: PageArguments;
}

/** Arguments and context of a connection. `columns` are those that the operation reads of its rows; null means all. */
interface ConnectionRequest<Args extends InputFieldMap> extends SplitArguments<Args> {
  columns: ReadonlySet<string> | null;
}

type Resolve<Parent, Args extends InputFieldMap> = (
  parent: Parent,
  request: ConnectionRequest<Args>,
  context: Context,
) => Promise<ConnectionValue>;

function connection<Parent, Row, Args extends InputFieldMap>(
  t: FieldBuilder<Parent>,
  { type, description, args, reads }: FieldOptions<Row, Args>,
  resolve: Resolve<Parent, Args>,
) {
  const extensions = { policy: 'lists are filtered in SQL', reads };
  const { name } = type as { name: string };
  const options = {
    ...{ type, description, extensions, args: { ...t.arg.connectionArgs(), ...args } },
    resolve: (parent: Parent, given: PageArguments, ...[context, info]: [Context, GraphQLResolveInfo]) =>
      resolve(parent, { ...splitArguments<Args>(given), columns: selectedColumns(info, name) }, context),
  };
  return t.connection(options as never, connectionTypeOf(type as TypeRef<unknown>) as never);
}

/**
 * Separates the page arguments from those that identify a list. Otherwise each page would belong to a different list,
 * with different cursors.
 */
function splitArguments<Args extends InputFieldMap>({
  first,
  after,
  last,
  before,
  ...own
}: PageArguments): SplitArguments<Args> {
  return { own: own as InputShapeFromFields<Args>, page: { first, after, last, before } };
}

/** The connection type of each item type, such as `SpaceConnection`, for all fields that return it. */
const connectionTypes = new Map<TypeRef<unknown>, ObjectRef<Types, ConnectionValue>>();

/** Returns the connection type of an item type, so that callers can add fields to it. */
export function connectionTypeOf(type: TypeRef<unknown>): ObjectRef<Types, ConnectionValue> {
  const { name } = type as { name: string };
  const known = connectionTypes.get(type);
  if (known) return known;
  const connectionType = builder.connectionObject(
    {
      type,
      name: `${name}Connection`,
      description: `A page of a list of ${name} objects.`,
      interfaces: [PagedList],
    } as never,
    { name: `${name}Edge`, description: `An item of a list of ${name} objects, with its cursor.` } as never,
  );
  connectionTypes.set(type, connectionType as never);
  return connectionType as never;
}

/** An item of a list with its cursor, which is computed on access. */
class Edge<Row> {
  constructor(
    readonly node: Row,
    private readonly page: Page<Row>,
  ) {}
  get cursor(): string {
    return this.page.cursorOf(this.node);
  }
}

function createConnectionValue<Row>(page: Page<Row>, totalCount: () => Promise<number>): ConnectionValue {
  const { rows, cursorOf, hasNextPage, hasPreviousPage } = page;
  const cursor = (row: Row | undefined): string | null => (row === undefined ? null : cursorOf(row));
  return {
    edges: rows.map((node) => new Edge(node, page)),
    pageInfo: {
      hasNextPage,
      hasPreviousPage,
      get startCursor() {
        return cursor(rows[0]);
      },
      get endCursor() {
        return cursor(rows.at(-1));
      },
    },
    totalCount,
  };
}

interface ListRead<Row> {
  list: List<Row>;
  page: PageArguments;
  context: Context;
  columns: ReadonlySet<string> | null;
}

async function rootConnection<Row extends object>({
  list,
  page,
  context,
  columns,
}: ListRead<Row>): Promise<ConnectionValue> {
  const { read, pageNames: names, secret } = context;
  const found = await readPage(read, list, { page, names, secret, columns });
  return createConnectionValue(found, async () => countIfComplete(found, page) ?? countRows(read, list));
}

/** Returns the count of a list if the page contains the whole list; undefined if there may be more items. */
function countIfComplete(
  { rows, hasNextPage, hasPreviousPage }: Page<unknown>,
  page: PageArguments,
): number | undefined {
  const isPart = page.after != null || page.before != null || hasNextPage || hasPreviousPage;
  return isPart ? undefined : rows.length;
}

async function childConnection<Row extends object>(reading: ListRead<Row>, key: string): Promise<ConnectionValue> {
  const { loaders } = reading.context;
  const { page, count } = listLoaders(reading);
  const found = await loaders.load(page, key);
  return createConnectionValue(found, async () => countIfComplete(found, reading.page) ?? loaders.load(count, key));
}

interface ListLoaders<Row> {
  page: LoaderDefinition<string, Page<Row>>;
  count: LoaderDefinition<string, number>;
}

/**
 * Returns the loaders of a list. Equal lists of several parents share a loader within a request, so they are read in
 * one batch.
 */
function listLoaders<Row extends object>({ list, page, context, columns }: ListRead<Row>): ListLoaders<Row> {
  const { pageNames: names, secret, loaders } = context;
  return loaders.once(JSON.stringify([list.name, list.filters, page]), () => ({
    page: {
      name: list.name,
      load: (queries, keys) => readPages(queries, list, { page, names, secret, columns, keys }),
    },
    count: { name: `${list.name} count`, load: (queries, keys) => countRowsPerKey(queries, list, keys) },
  }));
}
