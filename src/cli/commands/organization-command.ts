import { createOrganization } from '../../modules/identity/members/creation-actions.js';
import { type FactChanges, setOperatorFacts } from '../../modules/identity/organizations/operator-actions.js';
import { badInput } from '../../platform/base/errors.js';
import { findOrganization } from '../objects/find-object.js';
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
  /** JSON, like `trial`, `blocked` and `billingMigration`. */
  billing?: string;
  trial?: string;
  blocked?: string;
  billingMigration?: string;
  json?: boolean;
}

/**
 * `docgraph org update ORGANIZATION`: changes settings of an organization that only the operator may change, and prints
 * its id.
 */
export async function updateOrganizationCommand(organization: string, options: OrganizationUpdate): Promise<void> {
  const changes: FactChanges = {
    plan: options.plan,
    maxMembers: parseNumber(options.maxMembers),
    maxSpaces: parseNumber(options.maxSpaces),
    customHostname: options.customHostname === '' ? null : options.customHostname,
    billing: parseJson('billing', options.billing),
    trial: parseJson('trial', options.trial),
    blocked: parseJson('blocked', options.blocked),
    internal_billingMigration: parseJson('billing-migration', options.billingMigration),
  };
  const id = await withSession(async (session) => {
    const id = await findOrganization(session.store.read, organization);
    await setOperatorFacts(session, id, changes);
    return id;
  });
  printResult({ id }, { json: options.json, sentence: `Changed the organization ${id}.` });
}

/**
 * Parses a number of up to 9 digits. Returns null for an empty text. Returns any other text unchanged, so that the
 * validation error shows it.
 */
function parseNumber(text: string | undefined): unknown {
  if (text === '') return null;
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : text;
}

function parseJson(option: string, text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw badInput(option, `\`--${option}\` must be JSON, or null to clear it (got ${JSON.stringify(text)})`);
  }
}
