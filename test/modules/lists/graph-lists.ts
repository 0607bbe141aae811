import {
  type GraphQLArgument,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { expect } from 'vitest';
import type { TestApp } from '../../support/app.js';
import { schema } from '../../support/shared-schema.js';
import { type FullWorld, word } from './full-world.js';
import type { ReadPage } from './walk-pages.js';

/** A GraphQL list: a connection field and its parent type. */
export interface GraphList {
  /** Name of the list: `Organization.members`, or with an argument `Organization.members(filter: { role: EDIT })`. */
  name: string;
  type: string;
  field: string;
  /** Argument that filters or orders the list: `filter: { role: EDIT }`. */
  narrowed?: string;
}

/**
 * All GraphQL lists, derived from the schema. Each list is included without arguments, and once for each value of
 * arguments with few values.
 */
export const graphLists: GraphList[] = Object.values(schema.getTypeMap())
  .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
  .flatMap((type) =>
    Object.values((type as { getFields(): Record<string, GraphQLField<unknown, unknown>> }).getFields())
      .filter((field) => getNamedType(field.type).name.endsWith('Connection'))
      .flatMap((field) => {
        const list = { name: `${type.name}.${field.name}`, type: type.name, field: field.name };
        const narrowed = field.args
          .flatMap(argumentTexts)
          .map((text) => ({ ...list, name: `${list.name}(${text})`, narrowed: text }));
        return [list, ...narrowed];
      }),
  );

function argumentTexts({ name, type }: GraphQLArgument): string[] {
  const inner = getNullableType(type);
  // Modes other than `ALL` also require ids of spaces.
  if (inner.toString() === 'SiteSearchMode') return [`${name}: ALL`];
  if (name === 'filter' && isInputObjectType(inner))
    return Object.values(inner.getFields())
      .flatMap(filterValues)
      .map((text) => `filter: { ${text} }`);
  if (name === 'orderBy') return ordersOf(getNamedType(inner) as GraphQLInputObjectType);
  if (name === 'search') return [`search: "${word}"`];
  if (isEnumType(inner)) return inner.getValues().map((value) => `${name}: ${value.name}`);
  return inner.toString() === 'Boolean' ? [`${name}: true`, `${name}: false`] : [];
}

/** Returns filters by a field with few values: each enum value, both booleans, or one time. */
function filterValues({ name, type }: GraphQLInputField): string[] {
  const inner = getNamedType(type);
  if (isEnumType(inner)) return inner.getValues().map((value) => `${name}: ${value.name}`);
  if (inner.name === 'Boolean') return [`${name}: true`, `${name}: false`];
  return inner.name === 'DateTime' ? [`${name}: "2020-01-01T00:00:00Z"`] : [];
}

/** Returns orders by every field in both directions. */
function ordersOf(order: GraphQLInputObjectType): string[] {
  const fields = getNamedType(order.getFields().field!.type) as GraphQLEnumType;
  return fields
    .getValues()
    .flatMap(({ name }) => ['ASC', 'DESC'].map((direction) => `orderBy: { field: ${name}, direction: ${direction} }`));
}

/** Function that puts a selection into a query. */
type QueryWrapper = (selection: string) => string;

const node =
  (id: string, type: string): QueryWrapper =>
  (selection) =>
    `node(id: "${id}") { ... on ${type} { ${selection} } }`;

/**
 * Queries for objects, by type. There is one query each for pages at the head, in a change request, and in a past
 * revision.
 */
const objects: Record<string, (world: FullWorld) => QueryWrapper[]> = {
  Query: () => [(selection) => selection],
  User: () => [(selection) => `viewer { ${selection} }`],
  Organization: ({ organization }) => [node(organization, 'Organization')],
  Server: () => [(selection) => `server { ${selection} }`],
  ServerOrganization: ({ organization }) => [
    (selection) => `server { organization(id: "${organization}") { ${selection} } }`,
  ],
  ServerUser: ({ admin }) => [(selection) => `server { user(id: "${admin.id}") { ${selection} } }`],
  Member: ({ organization, member }) => [
    (selection) => `organization(id: "${organization}") { member(user: "${member}") { ${selection} } }`,
  ],
  Team: ({ team }) => [node(team, 'Team')],
  SamlProvider: ({ samlProvider }) => [node(samlProvider, 'SamlProvider')],
  OidcProvider: ({ oidcProvider }) => [node(oidcProvider, 'OidcProvider')],
  Collection: ({ collection }) => [node(collection, 'Collection')],
  Space: ({ space }) => [node(space, 'Space')],
  Site: ({ site }) => [node(site, 'Site')],
  SiteSection: ({ siteSection }) => [node(siteSection, 'SiteSection')],
  SiteSectionGroup: ({ siteSectionGroup }) => [node(siteSectionGroup, 'SiteSectionGroup')],
  SiteSectionsStructure: ({ site }) => [structureOf(site, 'SiteSectionsStructure')],
  SiteSpacesStructure: ({ plainSite }) => [structureOf(plainSite, 'SiteSpacesStructure')],
  ChangeRequest: ({ proposal }) => [node(proposal.id, 'ChangeRequest')],
  // Excludes the past revision, because the queries compare the other revisions with it (argument `to`).
  Revision: (world) => revisions(world).slice(0, 2),
  DocumentPage: (world) => pagesOf(world, 'document', 'DocumentPage'),
  GroupPage: (world) => pagesOf(world, 'group', 'GroupPage'),
  LinkPage: (world) => pagesOf(world, 'link', 'LinkPage'),
  ComputedPage: (world) => pagesOf(world, 'computed', 'ComputedPage'),
  File: (world) =>
    revisions(world).map(
      (around): QueryWrapper =>
        (selection) =>
          around(`file(id: "${world.file}") { ${selection} }`),
    ),
  SimulatedVisit: ({ site }) => [(selection) => `simulateVisitor(site: "${site}") { ${selection} }`],
  PublishedSite: ({ site }) => [publishedOf(site)],
  PublishedSection: ({ site }) => [(selection) => publishedOf(site)(`sections(first: 1) { nodes { ${selection} } }`)],
  PublishedSiteSpace: ({ site }) => [
    (selection) => publishedOf(site)(`siteSpaces(first: 1) { nodes { ${selection} } }`),
  ],
  Discussion: ({ space, proposal }) =>
    ['', `, changeRequest: "${proposal.id}"`].map(
      (changeRequest): QueryWrapper =>
        (selection) =>
          `discussion(space: "${space}"${changeRequest}) { ${selection} }`,
    ),
  OpenAPISpec: ({ specification }) => [node(specification, 'OpenAPISpec')],
  Conversation: ({ conversation }) => [node(conversation, 'Conversation')],
  ConversationsIssuesCluster: ({ cluster }) => [node(cluster, 'ConversationsIssuesCluster')],
  Translation: ({ translation }) => [node(translation, 'Translation')],
  Comment: ({ comment, changeRequestComment: proposed }) => [node(comment, 'Comment'), node(proposed, 'Comment')],
  SearchSpaceResult: ({ organization }) => [
    (selection) =>
      `organization(id: "${organization}") { search(query: "${word}", first: 1) { nodes { ${selection} } } }`,
  ],
};

function publishedOf(site: string): QueryWrapper {
  return (selection) => `site(id: "${site}") { publishedContent { ${selection} } }`;
}

function structureOf(site: string, type: string): QueryWrapper {
  return (selection) => `site(id: "${site}") { structure { ... on ${type} { ${selection} } } }`;
}

/** Returns queries for the head, for the content of a change request, and for a past revision. */
function revisions({ space, proposal, earlier }: FullWorld): QueryWrapper[] {
  return [
    (selection) => `space(id: "${space}") { revision { ${selection} } }`,
    (selection) => `changeRequest(id: "${proposal.id}") { revision { ${selection} } }`,
    node(earlier, 'Revision'),
  ];
}

function pagesOf(world: FullWorld, kind: keyof FullWorld['pages'], type: string): QueryWrapper[] {
  return revisions(world).map(
    (around): QueryWrapper =>
      (selection) =>
        around(`page(id: "${world.pages[kind]}") { ... on ${type} { ${selection} } }`),
  );
}

/** Values of required arguments. */
const required: Record<string, (world: FullWorld) => string> = {
  query: () => word,
  provider: ({ samlProvider }) => samlProvider,
  to: ({ earlier }) => earlier,
};

/** Returns functions that read pages of a list in both directions, for each object that has the list. */
export function graphWalks(
  test: TestApp,
  world: FullWorld,
  list: GraphList,
): { forwards: ReadPage; backwards: ReadPage }[] {
  const around = objects[list.type];
  if (!around) throw new Error(`No object of the type ${list.type} is known, on which ${list.name} hangs`);
  const read = reader(test, world, list);
  return around(world).map((one) => ({
    forwards: (size, cursor) => read(one, { first: size, after: cursor }),
    backwards: (size, cursor) => read(one, { last: size, before: cursor }),
  }));
}

interface PagingArguments {
  first?: number;
  after?: string | undefined;
  last?: number;
  before?: string | undefined;
}

function reader(test: TestApp, world: FullWorld, { name, type, field, narrowed }: GraphList) {
  const { args } = (
    schema.getType(type) as unknown as { getFields(): Record<string, GraphQLField<unknown, unknown>> }
  ).getFields()[field]!;
  const given = args
    .filter(isRequiredArgument)
    .map((argument) => `${argument.name}: ${valueFor(argument, name, world)}`);
  return async (around: QueryWrapper, pagingArguments: PagingArguments) => {
    const paging = Object.entries(pagingArguments).flatMap(([argument, value]) =>
      value === undefined ? [] : [`${argument}: ${JSON.stringify(value)}`],
    );
    const texts = [...given, ...(narrowed ? [narrowed] : []), ...paging];
    const page =
      'pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount edges { cursor node { __typename } }';
    const answer = await test.graphql(
      `{ ${around(`walked: ${field}(${texts.join(', ')}) { ${page} }`)} }`,
      /^(Query\.schemaUsage|Server)/.test(name) ? world.operator : world.admin,
    );
    expect(answer.errors, `${name} ${texts.join(', ')}`).toBeUndefined();
    return pageIn(connectionIn(answer.data), pagingArguments);
  };
}

function valueFor({ name }: GraphQLArgument, list: string, world: FullWorld): string {
  const value = required[name];
  if (!value) throw new Error(`No value is known for \`${name}\` of ${list}`);
  return JSON.stringify(value(world));
}

function connectionIn(data: any): any {
  if (data === null || typeof data !== 'object') return undefined;
  return (
    data.walked ??
    Object.values(data)
      .map(connectionIn)
      .find((found) => found !== undefined)
  );
}

function pageIn({ pageInfo, totalCount, edges }: ReturnType<typeof connectionIn>, { last }: PagingArguments) {
  const cursors = edges.map(({ cursor }: { cursor: string }) => cursor);
  expect([pageInfo.startCursor, pageInfo.endCursor]).toEqual([cursors[0] ?? null, cursors.at(-1) ?? null]);
  const [more, next] =
    last === undefined ? [pageInfo.hasNextPage, pageInfo.endCursor] : [pageInfo.hasPreviousPage, pageInfo.startCursor];
  return { items: last === undefined ? edges : edges.reverse(), count: totalCount, ...(more && { next }) };
}
