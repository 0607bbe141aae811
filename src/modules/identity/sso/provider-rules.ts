import { checkCertificate } from '../../../api/saml/check-certificate.js';
import { badInput } from '../../../platform/base/errors.js';
import { isLoopback } from '../../../platform/urls/loopback.js';
import { refuseCredentials } from '../../shared/refuse-credentials.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import { checkDefaultTeam } from './default-team.js';

/** Description and maximum length of a certificate, for its scalar. */
export const samlCertificate = {
  description: 'A certificate: bare base64 or PEM. Text around the PEM block is ignored.',
  maxLength: 10_000,
};

/** Settings of a SAML provider. Absent fields are unchanged in an update, and have defaults in a new provider. */
export interface ProviderSettings {
  label?: string | null;
  ssoURL?: string | null;
  /** SAML entity id of the provider; empty if there is none. */
  entityID?: string | null;
  /** Certificate of the provider; empty if there is none. */
  certificate?: string | null;
  /** Second certificate, accepted during a change of the key; empty if there is none. */
  nextCertificate?: string | null;
  /** Name of the attribute that lists the groups of a person; empty if groups are not used. */
  groupsAttribute?: string | null;
  /** Id of a team of the organization; null if there is none. */
  defaultTeam?: string | null;
  /** A member role; null makes people guests. */
  defaultRole?: string | null;
}

/**
 * Returns the columns of a provider for its settings; undefined for absent settings. The caller must have locked the
 * default team.
 * @throws BAD_USER_INPUT for an address that is not encrypted or contains credentials, an invalid certificate, and a
 * team that is not in the organization
 */
export async function providerColumns(unit: UnitOfWork, organizationId: string, settings: ProviderSettings) {
  const { label, ssoURL, entityID, groupsAttribute, defaultTeam, defaultRole } = settings;
  return {
    label: label ?? undefined,
    ssoURL: ssoURL == null ? undefined : checkedAddress('ssoURL', ssoURL),
    entityID: emptyAsNull(entityID),
    certificate: checkedCertificate('certificate', settings.certificate),
    nextCertificate: checkedCertificate('nextCertificate', settings.nextCertificate),
    groupsAttribute: emptyAsNull(groupsAttribute),
    defaultTeamId: await checkDefaultTeam(unit, organizationId, defaultTeam),
    defaultRole,
  };
}

/** Returns the value of a text column: undefined for an absent text, null for an empty one. */
function emptyAsNull(text: string | null | undefined): string | null | undefined {
  return text == null ? undefined : text || null;
}

/**
 * Returns the URL of a provider's sign-in page if it is valid. People enter passwords there, so `http` is allowed only
 * for a provider on the same machine.
 * @param field the input with the URL, for messages
 * @throws BAD_USER_INPUT
 */
export function checkedAddress(field: string, address: string): string {
  refuseCredentials(field, address);
  const { protocol, hostname } = new URL(address);
  if (protocol === 'https:' || isLoopback(hostname)) return address;
  throw badInput(field, `\`${field}\` must be an https address (got ${JSON.stringify(address)})`);
}

/**
 * Returns a certificate in its normal form; null for an empty text. The maximum length applies to the normal form,
 * which API responses contain. It is longer than bare base64.
 * @throws BAD_USER_INPUT
 */
function checkedCertificate(field: string, certificate: string | null | undefined): string | null | undefined {
  if (!certificate) return emptyAsNull(certificate);
  const pem = checkCertificate(certificate, field);
  const { maxLength } = samlCertificate;
  if (pem.length > maxLength)
    throw badInput(field, `\`${field}\` must have at most ${maxLength} characters as PEM (got ${pem.length})`);
  return pem;
}
