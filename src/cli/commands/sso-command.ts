import { readFileSync } from 'node:fs';
import { parseRole } from '../../modules/identity/members/user-actions.js';
import { type OidcService, oidcServiceOf } from '../../modules/identity/oidc/parties.js';
import {
  createOidcProvider,
  deleteOidcProvider,
  updateOidcProvider,
} from '../../modules/identity/oidc/provider-actions.js';
import type { OidcSettings } from '../../modules/identity/oidc/provider-rules.js';
import { findProvider, type ListedProvider, listProviders } from '../../modules/identity/sso/list-providers.js';
import { deleteProvider } from '../../modules/identity/sso/provider-actions.js';
import { badInput } from '../../platform/base/errors.js';
import { publicUrlOf } from '../../platform/config/config.js';
import type { Queries } from '../../platform/db/query/queries.js';
import { createSealer } from '../../platform/secrets/sealed.js';
import { findOrganization, findTeam } from '../objects/find-object.js';
import { printResult } from '../process/output.js';
import { openSecrets } from '../setup/open-secrets.js';
import { type Session, withSession } from '../setup/session.js';

/** `docgraph sso list`: prints the identity providers of an organization, newest first. */
export async function listProvidersCommand({ org, json }: { org?: string; json?: boolean }): Promise<void> {
  const providers = await withSession(async ({ store: { read } }) =>
    listProviders(read, await findOrganization(read, org)),
  );
  const sentence = providers.map(formatProvider).join('\n') || 'The organization has no identity providers.';
  printResult({ providers }, { json, sentence });
}

function formatProvider({ id, kind, label, status }: ListedProvider): string {
  return `${id}  ${kind}  ${label}  ${status}`;
}

/** Settings of an OpenID provider, as options of a command. */
export interface OidcOptions {
  label?: string;
  issuer?: string;
  clientId?: string;
  clientSecretFile?: string;
  groupsClaim?: string;
  role?: string;
  team?: string;
  json?: boolean;
}

/** Options of `docgraph sso create-oidc`. */
export interface NewOidcOptions extends OidcOptions {
  org?: string;
  label: string;
  issuer: string;
  clientId: string;
}

/** `docgraph sso create-oidc`: adds an OpenID provider. Prints the URLs to enter in the settings of the provider. */
export async function createOidcProviderCommand({ org, json, ...options }: NewOidcOptions): Promise<void> {
  const { label, issuer, clientId } = options;
  const settings = { ...parseSettings(options), label, issuer, clientId };
  const result = await withSession(async (session) => {
    const { read } = session.store;
    const organization = await findOrganization(read, org);
    const team = await findDefaultTeam(read, { text: options.team, organization });
    const id = await createOidcProvider(await withSealer(session), organization, { ...settings, ...team });
    return { id, service: oidcServiceOf({ base: publicUrlOf(session.config) }, id) };
  });
  printResult(result, { json, sentence: `The provider is ${result.id}.\n${formatService(result.service)}` });
}

function formatService(service: OidcService): string {
  const names: [string, string][] = [
    ['redirect URI', service.callbackURL],
    ['back-channel logout URI', service.backchannelLogoutURL],
    ['post-logout redirect URI', service.postLogoutURL],
    ['sign-in', service.startURL],
  ];
  return names.map(([name, address]) => `${name}: ${address}`).join('\n');
}

/** `docgraph sso update-oidc ID`: changes an OpenID provider, and prints its id. */
export async function updateOidcProviderCommand(id: string, { json, ...options }: OidcOptions): Promise<void> {
  await withSession(async (session) => {
    const { organizationId: organization } = await findProvider(session.store.read, id);
    const team = await findDefaultTeam(session.store.read, { text: options.team, organization });
    const settings = { ...parseSettings(options), ...team };
    await updateOidcProvider(await withSealer(session), { organization, provider: id }, settings);
  });
  printResult({ id }, { json, sentence: `Changed the provider ${id}.` });
}

/** `docgraph sso delete ID`: removes an identity provider of any kind, and prints its id. */
export async function deleteProviderCommand(id: string, { json }: { json?: boolean }): Promise<void> {
  await withSession(async (session) => {
    const { kind, organizationId: organization } = await findProvider(session.store.read, id);
    const remove = kind === 'saml' ? deleteProvider : deleteOidcProvider;
    await remove(session, { organization, provider: id });
  });
  printResult({ id }, { json, sentence: `Removed the provider ${id}.` });
}

/** Returns the setting for `--team`: the team's id, null for an empty text, no setting without the option. */
async function findDefaultTeam(
  read: Queries,
  { text, organization }: { text: string | undefined; organization: string },
): Promise<Pick<OidcSettings, 'defaultTeam'>> {
  if (text === undefined) return {};
  return { defaultTeam: text === '' ? null : await findTeam(read, { text, organization }) };
}

function parseSettings({ clientSecretFile, groupsClaim, role, team: _team, ...settings }: OidcOptions): OidcSettings {
  return {
    ...settings,
    ...(clientSecretFile !== undefined && { clientSecret: readSecret(clientSecretFile) }),
    ...(groupsClaim !== undefined && { groupsClaim: groupsClaim || null }),
    ...(role !== undefined && { defaultRole: parseRole(role) }),
  };
}

/**
 * Reads a client secret from a file, or from stdin for `-`. There is no option for the secret itself, because other
 * users of the machine can see the options of a command.
 */
function readSecret(path: string): string {
  const secret = readFileOrStdin(path).trim();
  if (secret === '') throw badInput('clientSecretFile', '`--client-secret-file` must not be empty');
  return secret;
}

function readFileOrStdin(path: string): string {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw badInput('clientSecretFile', `\`--client-secret-file\` must be a readable file (${code})`);
  }
}

async function withSealer(session: Session) {
  return { ...session, sealer: createSealer(await openSecrets(session.config, session.store)) };
}
