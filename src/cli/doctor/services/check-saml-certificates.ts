import { X509Certificate } from 'node:crypto';
import type { DatabaseCheck } from '../base/check.js';
import { type Finding, skipped, unlessEmpty, warning } from '../base/finding.js';

/** A certificate is reported if it expires in less than this number of days. */
const noticeDays = 30;

/** Finds SAML providers whose last certificate expires soon or has expired. */
export const checkSamlCertificates: DatabaseCheck = {
  name: 'saml-certificates',
  about: 'certificates of SAML providers that end within 30 days',
  needs: 'tables',
  async run({ database: { read } }) {
    const rows = await read.all(
      read.sql
        .selectFrom('SamlProvider')
        .select(['id', 'label', 'certificate', 'nextCertificate'])
        .where('certificate', 'is not', null)
        .orderBy('id'),
    );
    if (rows.length === 0) return [skipped('There are no SAML providers with a certificate.')];
    return unlessEmpty(
      rows.flatMap(({ id, label, certificate, nextCertificate }) =>
        expiryFinding(`${label} (${id})`, [certificate, nextCertificate]),
      ),
      `SAML providers with a certificate for more than ${noticeDays} days: ${rows.length}.`,
    );
  },
};

function expiryFinding(provider: string, certificates: (string | null)[]): Finding[] {
  const ends = certificates.flatMap((text) => (text ? [Date.parse(new X509Certificate(text).validTo)] : []));
  const end = Math.max(...ends);
  const days = Math.floor((end - Date.now()) / 86_400_000);
  if (days >= noticeDays) return [];
  const date = new Date(end).toISOString().slice(0, 10);
  const action = 'Add the new certificate of the provider as `nextCertificate` (docs/single-sign-on.md).';
  const ending = days < 0 ? `ended on ${date}` : `ends on ${date}, in ${days} days`;
  return [warning(`The certificate of the SAML provider ${provider} ${ending}.`, action)];
}
