import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { publicUrlOf } from '../../../platform/config/config.js';
import type { CheckWithoutDatabase } from '../base/check.js';
import { fault, ok, skipped, warning } from '../base/finding.js';
import { reasonOf } from '../base/units.js';

/**
 * A certificate is reported if it expires in less than this number of days. Certificate services usually renew a
 * certificate 30 days before it expires.
 */
const noticeDays = 20;
const patience = 8_000;

/** Reads the certificate at `PUBLIC_URL`. */
export const checkCertificate: CheckWithoutDatabase = {
  name: 'certificate',
  about: 'whether the certificate at `PUBLIC_URL` is valid for 20 days or more',
  needs: 'nothing',
  async run({ config }) {
    const url = new URL(publicUrlOf(config));
    if (url.protocol !== 'https:') return [skipped('PUBLIC_URL is not an https address.')];
    const { end, problem } = await readCertificate(url);
    if (problem !== null)
      return [
        fault(
          `Clients refuse the certificate at ${url.host}: ${problem}.`,
          'Renew the certificate, and install its whole chain in the proxy.',
        ),
      ];
    const days = Math.floor((end - Date.now()) / 86_400_000);
    const date = new Date(end).toISOString().slice(0, 10);
    if (days >= noticeDays) return [ok(`The certificate at ${url.host} is valid until ${date}.`)];
    return [
      warning(
        `The certificate at ${url.host} ends on ${date}, in ${days} days.`,
        'Check why the proxy did not renew it.',
      ),
    ];
  },
};

/** End of a certificate in milliseconds since 1970, and the reason why clients refuse it; null if they accept it. */
interface CertificateState {
  end: number;
  problem: string | null;
}

function readCertificate({ hostname, port }: URL): Promise<CertificateState> {
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(isIP(host) === 0 && { servername: host }),
      rejectUnauthorized: false,
      timeout: patience,
    });
    socket.once('secureConnect', () => {
      const { valid_to: validTo } = socket.getPeerCertificate();
      const problem = socket.authorized ? null : reasonOf(socket.authorizationError);
      socket.destroy();
      resolve({ end: Date.parse(validTo), problem });
    });
    socket.once('timeout', () => socket.destroy(new Error(`no answer within ${patience / 1_000} s`)));
    socket.once('error', reject);
  });
}
