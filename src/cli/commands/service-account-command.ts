import { parseRole } from '../../modules/identity/members/user-actions.js';
import { createServiceAccount } from '../../modules/identity/service-accounts/actions.js';
import {
  type ListedServiceAccount,
  listServiceAccounts,
} from '../../modules/identity/service-accounts/list-actions.js';
import { findOrganization } from '../objects/find-object.js';
import { printResult } from '../process/output.js';
import { withSession } from '../setup/session.js';

/** Options of `docgraph service-account create`. */
export interface ServiceAccountOptions {
  org?: string;
  name: string;
  role: string;
  json?: boolean;
}

/** `docgraph service-account create`: creates a service account in an organization, and prints its id. */
export async function createServiceAccountCommand({ org, json, ...options }: ServiceAccountOptions): Promise<void> {
  const account = { name: options.name, role: parseRole(options.role) };
  const id = await withSession(async (session) => {
    const organization = await findOrganization(session.store.read, org);
    return createServiceAccount(session, { ...account, organization });
  });
  printResult({ id }, { json, sentence: `The service account is ${id}.` });
}

/** `docgraph service-account list`: prints the service accounts of an organization, newest first. */
export async function listServiceAccountsCommand({ org, json }: { org?: string; json?: boolean }): Promise<void> {
  const serviceAccounts = await withSession(async (session) =>
    listServiceAccounts(session, await findOrganization(session.store.read, org)),
  );
  const sentence = serviceAccounts.map(formatServiceAccount).join('\n') || 'The organization has no service accounts.';
  printResult({ serviceAccounts }, { json, sentence });
}

function formatServiceAccount({ id, name, role, disabled, createdAt }: ListedServiceAccount): string {
  return `${id}  ${name}  (${role ?? 'guest'}${disabled ? ', disabled' : ''}, since ${createdAt})`;
}
