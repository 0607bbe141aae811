import { createOrganization } from '../../modules/identity/members/creation-actions.js';
import { type FactChanges, setOperatorFacts } from '../../modules/identity/organizations/operator-actions.js';
import { badInput } from '../../platform/base/errors.js';
import { printResult } from '../process/output.js';
import { withSession } from '../setup/session.js';

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

/** Options of `docgraph org update`; all except the first two are JSON. */
export interface OrganizationUpdate {
  plan?: string;
  customHostname?: string;
  billing?: string;
  trial?: string;
  blocked?: string;
  billingMigration?: string;
  json?: boolean;
}

/** `docgraph org update ID`: sets the values of an organization that only the operator may set, and prints its id. */
export async function updateOrganizationCommand(id: string, options: OrganizationUpdate): Promise<void> {
  const changes: FactChanges = {
    plan: options.plan,
    customHostname: options.customHostname === '' ? null : options.customHostname,
    billing: jsonOf('billing', options.billing),
    trial: jsonOf('trial', options.trial),
    blocked: jsonOf('blocked', options.blocked),
    internal_billingMigration: jsonOf('billing-migration', options.billingMigration),
  };
  await withSession((session) => setOperatorFacts(session, id, changes));
  printResult({ id }, { json: options.json, sentence: `Changed the organization ${id}.` });
}

function jsonOf(option: string, text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw badInput(option, `\`--${option}\` must be JSON, or null to clear it (got ${JSON.stringify(text)})`);
  }
}
