import {
  type ListedOrganization,
  type ListedUser,
  listOrganizations,
  listUsers,
} from '../../modules/identity/server/server-lists.js';
import { parseLimit } from '../process/limit-option.js';
import { printResult } from '../process/output.js';
import { withSession } from '../setup/session.js';

/** Options of `docgraph org list` and `docgraph user list`. */
export interface ListOptions {
  search?: string;
  limit: string;
  json?: boolean;
}

/** `docgraph org list`: prints the newest organizations of the server, including deleted ones. */
export async function listOrganizationsCommand({ search, limit, json }: ListOptions): Promise<void> {
  const selection = { search, limit: parseLimit(limit) };
  const organizations = await withSession(({ store }) => listOrganizations(store, selection));
  const sentence = organizations.map(formatOrganization).join('\n') || 'There are no such organizations.';
  printResult({ organizations }, { json, sentence });
}

function formatOrganization({ id, title, plan, members, deletedAt }: ListedOrganization): string {
  const deleted = deletedAt === null ? '' : `  deleted ${deletedAt}`;
  return replaceControlCharacters(
    `${id}  ${title}  ${plan}  ${members} ${members === 1 ? 'member' : 'members'}${deleted}`,
  );
}

/** `docgraph user list`: prints the newest users of the server. */
export async function listUsersCommand({ search, limit, json }: ListOptions): Promise<void> {
  const selection = { search, limit: parseLimit(limit) };
  const users = await withSession(({ store }) => listUsers(store, selection));
  const sentence = users.map(formatUser).join('\n') || 'There are no such users.';
  printResult({ users }, { json, sentence });
}

function formatUser({ id, displayName, email, createdAt }: ListedUser): string {
  return replaceControlCharacters(`${id}  ${displayName}  ${email ?? 'no address'}  ${createdAt}`);
}

/** Replaces control characters with spaces, because they could change the output of the terminal. */
function replaceControlCharacters(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, ' ');
}
