import { checkCertificate } from '../../../api/saml/check-certificate.js';
import { badInput } from '../../../platform/base/errors.js';
import { isLoopback } from '../../../platform/urls/loopback.js';
import { refuseCredentials } from '../../shared/refuse-credentials.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import { checkDefaultTeam } from './default-team.js';

/** Description and maximum length of a certificate. */
export const samlCertificate = {
  description: 'A certificate: bare base64 or PEM. Text around the PEM block is ignored.',
  maxLength: 10_000,
};

/**
 * Settings of an identity provider. Absent fields are unchanged in an update, and get their defaults in a new provider.
 */
export interface ProviderSettings {
  label?: string | null;
  ssoURL?: string | null;
  /** SAML entity id of the provider; empty if there is none. */
  entityID?: string | null;
  /** Certificate of the provider; empty if there is none. */
  certificate?: string | null;
  /** Id of a team of the organization; null if there is none. */
  defaultTeam?: string | null;
  /** A member role; null makes people guests. */
  defaultRole?: string | null;
}

/**
 * Returns the columns of a provider for its settings; undefined for absent settings. The caller has locked the team.
 * @throws BAD_USER_INPUT for an address that is not encrypted or contains credentials, an invalid certificate, and a
 * team that is not in the organization
 */
export async function providerColumns(unit: UnitOfWork, organizationId: string, settings: ProviderSettings) {
  const { label, ssoURL, entityID, certificate, defaultTeam, defaultRole } = settings;
  return {
    label: label ?? undefined,
    ssoURL: ssoURL == null ? undefined : checkedAddress(ssoURL),
    entityID: entityID == null ? undefined : entityID || null,
    certificate: certificate == null ? undefined : certificate === '' ? null : checkedCertificate(certificate),
    defaultTeamId: await checkDefaultTeam(unit, organizationId, defaultTeam),
    defaultRole,
  };
}

/**
 * Checks the address of the sign-in page. People enter passwords there, so http is allowed only for a provider on the
 * same machine.
 */
function checkedAddress(address: string): string {
  refuseCredentials('ssoURL', address);
  const { protocol, hostname } = new URL(address);
  if (protocol === 'https:' || isLoopback(hostname)) return address;
  throw badInput('ssoURL', `\`ssoURL\` must be an https address (got ${JSON.stringify(address)})`);
}

/**
 * Returns the normal form of a certificate, and checks its length. The normal form is longer than the base64 text
 * alone, and is the form in API responses.
 */
function checkedCertificate(certificate: string): string {
  const pem = checkCertificate(certificate);
  const { maxLength } = samlCertificate;
  if (pem.length > maxLength)
    throw badInput(
      'certificate',
      `\`certificate\` must have at most ${maxLength} characters as PEM (got ${pem.length})`,
    );
  return pem;
}
