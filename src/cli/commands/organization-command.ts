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

/** Options of `docgraph org update`. */
export interface OrganizationUpdate {
  plan?: string;
  maxMembers?: string;
  maxSpaces?: string;
  customHostname?: string;
  /** JSON, as the options that follow it. */
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
    maxMembers: numberOf(options.maxMembers),
    maxSpaces: numberOf(options.maxSpaces),
    customHostname: options.customHostname === '' ? null : options.customHostname,
    billing: jsonOf('billing', options.billing),
    trial: jsonOf('trial', options.trial),
    blocked: jsonOf('blocked', options.blocked),
    internal_billingMigration: jsonOf('billing-migration', options.billingMigration),
  };
  await withSession((session) => setOperatorFacts(session, id, changes));
  printResult({ id }, { json: options.json, sentence: `Changed the organization ${id}.` });
}

/** Returns the number that a text has; null for an empty text, and the text itself if it has no whole number. */
function numberOf(text: string | undefined): unknown {
  if (text === '') return null;
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : text;
}

function jsonOf(option: string, text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw badInput(option, `\`--${option}\` must be JSON, or null to clear it (got ${JSON.stringify(text)})`);
  }
}
