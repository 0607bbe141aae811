import { createOrganization } from '../domains/organizations/create-organization.js';
import { printResult } from './output.js';
import { withSession } from './session.js';

/** Options of `docgraph org create`. */
export interface OrganizationOptions {
  title: string;
  owner?: string;
  json?: boolean;
}

/** `docgraph org create`: creates an organization and prints its id. */
export async function createOrganizationCommand({ json, ...options }: OrganizationOptions): Promise<void> {
  const id = await withSession((session) => createOrganization(session, options));
  printResult({ id }, { json, sentence: `Created the organization ${id}.` });
}
