import { listOrganizations, listUsers } from '../../modules/identity/server/server-lists.js';
import type { Queries } from '../../platform/db/query/queries.js';
import { findOrganization } from '../objects/find-object.js';
import { type Cell, formatTable } from '../objects/format-table.js';
import { listMembers } from '../objects/member-list.js';
import { type PageRequest, type ReadPage, readPages } from '../objects/read-pages.js';
import { listSites } from '../objects/site-list.js';
import { listSpaces } from '../objects/space-list.js';
import { listTeams } from '../objects/team-list.js';
import { parseLimit } from '../process/limit-option.js';
import { printJsonOr } from '../process/output.js';
import { type Session, withSession } from '../setup/session.js';

/** Options of the commands that list objects. */
export interface ListOptions {
  search?: string;
  limit: string;
  /** Whether to print all objects, instead of at most `limit`. */
  all?: boolean;
  /** Id or title of the organization. Absent if there is only one, and for lists of the whole server. */
  org?: string;
  json?: boolean;
}

/** `docgraph org list`: prints the newest organizations of the server, including deleted ones. */
export const listOrganizationsCommand = listCommand({
  name: 'organizations',
  columns: ['id', 'title', 'plan', 'members', 'createdAt', 'deletedAt'],
  open:
    async ({ store }) =>
    (request) =>
      listOrganizations(store, request),
});

/** `docgraph user list`: prints the newest users of the server. */
export const listUsersCommand = listCommand({
  name: 'users',
  columns: ['id', 'displayName', 'email', 'createdAt', 'erasedAt'],
  open:
    async ({ store }) =>
    (request) =>
      listUsers(store, request),
});

/** `docgraph space list`: prints the newest spaces of an organization, including deleted ones. */
export const listSpacesCommand = listCommand({
  name: 'spaces',
  columns: ['id', 'title', 'collection', 'visibility', 'changeRequestsOpen', 'updatedAt', 'deletedAt'],
  open: inOrganization(listSpaces),
});

/** `docgraph site list`: prints the newest sites of an organization. */
export const listSitesCommand = listCommand({
  name: 'sites',
  columns: ['id', 'title', 'visibility', 'published', 'spaces', 'basename', 'hostname', 'updatedAt'],
  open: inOrganization(listSites),
});

/** `docgraph member list`: prints the members of an organization, the newest user first. */
export const listMembersCommand = listCommand({
  name: 'members',
  columns: ['id', 'displayName', 'email', 'role', 'disabled', 'joinedAt', 'lastSeenAt'],
  open: inOrganization(listMembers),
});

/** `docgraph team list`: prints the newest teams of an organization. */
export const listTeamsCommand = listCommand({
  name: 'teams',
  columns: ['id', 'title', 'members', 'updatedAt'],
  open: inOrganization(listTeams),
});

/** A command that lists objects. */
interface ListDefinition<Item> {
  /** Plural noun for the listed objects; also their key in the JSON output. */
  name: string;
  /** Members of each object that the text output shows as columns. */
  columns: readonly (keyof Item & string)[];
  /** Finds the organization, and returns the function that reads the list. */
  open(session: Session, options: ListOptions): Promise<ReadPage<Item>>;
}

function listCommand<Item extends { id: string }>({ name, columns, open }: ListDefinition<Item>) {
  return async (options: ListOptions): Promise<void> => {
    const limit = options.all ? Number.POSITIVE_INFINITY : parseLimit(options.limit);
    const request = { search: options.search, limit };
    const items = await withSession(async (session) => readPages(await open(session, options), request));
    const text = () => {
      const rows = items.map((item) => columns.map((column) => item[column] as Cell));
      return items.length === 0 ? `There are no such ${name}.` : formatTable([columns, ...rows]);
    };
    printJsonOr({ [name]: items }, { json: options.json, text });
  };
}

/** Reads a page of a list of an organization. */
type ReadPageOf<Item> = (read: Queries, organization: string, request: PageRequest) => Promise<Item[]>;

function inOrganization<Item>(readPage: ReadPageOf<Item>): ListDefinition<Item>['open'] {
  return async ({ store: { read } }, { org }) => {
    const organization = await findOrganization(read, org);
    return (request) => readPage(read, organization, request);
  };
}
