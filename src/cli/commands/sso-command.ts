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
import { createSealer } from '../../platform/secrets/sealed.js';
import { printResult } from '../process/output.js';
import { openSecrets } from '../setup/open-secrets.js';
import { type Session, withSession } from '../setup/session.js';

/** `docgraph sso list`: prints the identity providers of an organization, newest first. */
export async function listProvidersCommand({ org, json }: { org: string; json?: boolean }): Promise<void> {
  const providers = await withSession(({ store }) => listProviders(store.read, org));
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
  org: string;
  label: string;
  issuer: string;
  clientId: string;
}

/** `docgraph sso create-oidc`: adds an OpenID provider. Prints the URLs to enter in the settings of the provider. */
export async function createOidcProviderCommand({ org, json, ...options }: NewOidcOptions): Promise<void> {
  const { label, issuer, clientId } = options;
  const settings = { ...parseSettings(options), label, issuer, clientId };
  const result = await withSession(async (session) => {
    const id = await createOidcProvider(await withSealer(session), org, settings);
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
    await updateOidcProvider(await withSealer(session), { organization, provider: id }, parseSettings(options));
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

function parseSettings({ clientSecretFile, groupsClaim, role, team, ...settings }: OidcOptions): OidcSettings {
  return {
    ...settings,
    ...(clientSecretFile !== undefined && { clientSecret: readSecret(clientSecretFile) }),
    ...(groupsClaim !== undefined && { groupsClaim: groupsClaim || null }),
    ...(role !== undefined && { defaultRole: parseRole(role) }),
    ...(team !== undefined && { defaultTeam: team || null }),
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
