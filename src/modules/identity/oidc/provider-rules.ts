import { badInput } from '../../../platform/base/errors.js';
import type { Sealer } from '../../../platform/secrets/sealed.js';
import { isLoopback } from '../../../platform/urls/loopback.js';
import { refuseCredentials } from '../../shared/refuse-credentials.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import { checkDefaultTeam } from '../sso/default-team.js';

/** Settings of an OpenID provider. Absent fields are unchanged in an update, and have defaults in a new provider. */
export interface OidcSettings {
  label?: string | null;
  issuer?: string | null;
  clientId?: string | null;
  /** Client secret; null removes it. */
  clientSecret?: string | null;
  /** Claim that lists the groups of a person; null if groups are not used. */
  groupsClaim?: string | null;
  /** Id of a team of the organization; null if there is none. */
  defaultTeam?: string | null;
  /** A member role; null makes people guests. */
  defaultRole?: string | null;
}

/** Maximum lengths of settings, in characters. The minimum length is 1. */
export const oidcTextLimits = { label: 30, clientId: 255, clientSecret: 1024, groupsClaim: 255 } as const;

/**
 * Returns the columns of a provider for its settings; undefined for absent settings. The caller must have locked the
 * default team.
 * @throws BAD_USER_INPUT for a text of invalid length, an invalid issuer, and a team that is not in the organization
 */
export async function oidcColumns(
  unit: UnitOfWork,
  { organizationId, sealer }: { organizationId: string; sealer: Sealer },
  settings: OidcSettings,
) {
  for (const name of Object.keys(oidcTextLimits) as (keyof typeof oidcTextLimits)[]) checkLength(name, settings[name]);
  const { label, issuer, clientId, clientSecret, groupsClaim, defaultTeam, defaultRole } = settings;
  return {
    label: label ?? undefined,
    issuer: issuer == null ? undefined : checkedIssuer(issuer),
    clientId: clientId ?? undefined,
    clientSecret: clientSecret == null ? clientSecret : sealer.seal('client-secret', clientSecret),
    groupsClaim,
    defaultTeamId: await checkDefaultTeam(unit, organizationId, defaultTeam),
    defaultRole,
  };
}

/** Checks the length of a text. The message does not repeat the text, which may be a secret. */
function checkLength(name: keyof typeof oidcTextLimits, text: string | null | undefined): void {
  const maximum = oidcTextLimits[name];
  if (text == null || (text.length >= 1 && text.length <= maximum)) return;
  throw badInput(name, `\`${name}\` must have 1 to ${maximum} characters (got ${text.length})`);
}

const maxIssuerLength = 1024;

/**
 * Returns an issuer identifier if it is valid (OpenID Connect Core 1.0, section 2). `http` is allowed only for a
 * provider on the same machine.
 * @throws BAD_USER_INPUT
 */
function checkedIssuer(issuer: string): string {
  const invalidIssuer = (rule: string) => badInput('issuer', `\`issuer\` ${rule} (got ${JSON.stringify(issuer)})`);
  if (!URL.canParse(issuer)) throw invalidIssuer('must be an https address');
  refuseCredentials('issuer', issuer);
  const { protocol, hostname, pathname } = new URL(issuer);
  if (issuer.length > maxIssuerLength) throw invalidIssuer(`must have at most ${maxIssuerLength} characters`);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname)))
    throw invalidIssuer('must be an https address');
  if (/[?#]/.test(issuer)) throw invalidIssuer('must not have a query or a fragment');
  if (pathname.includes('/.well-known/')) throw invalidIssuer('must be the part before `/.well-known/`');
  return issuer;
}
