import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkCertificate } from '../../../src/api/saml/check-certificate.js';
import { AppError } from '../../../src/platform/base/errors.js';
import { certificate as elliptic } from '../../platform/outbound/certificate.js';
import { otherRsa, rsa, weakCertificate } from './certificates.js';

const bare = rsa.certificate.replace(/-----[^-]*-----|\n/g, '');

describe('the certificate of a provider', () => {
  const forms: [title: string, text: string][] = [
    ['PEM', rsa.certificate],
    ['PEM with Windows line breaks and spaces around it', `\r\n${rsa.certificate.replaceAll('\n', '\r\n')}  `],
    [
      'PEM after the attributes that openssl pkcs12 writes',
      `Bag Attributes\n    friendlyName: idp\n${rsa.certificate}`,
    ],
    ['PEM after the text that openssl x509 -text writes', `Certificate:\r\n    Data:\r\n${rsa.certificate}`],
    ['PEM before an explanation', `${rsa.certificate}---\nServer certificate\n`],
    ['base64', bare],
    ['base64 in lines, as in metadata', `\n   ${bare.replace(/.{76}/g, '$&\n   ')}\n`],
  ];
  it.each(forms)('may be %s, and is stored in one format', (_, text) =>
    expect(checkCertificate(text)).toBe(rsa.certificate),
  );

  const refused: [title: string, text: string, rule: RegExp][] = [
    ['nothing', '', /must be an X\.509 certificate as PEM or base64/],
    ['a sentence', 'our certificate', /as PEM or base64|does not parse/],
    ['a key', rsa.key, /got a PRIVATE KEY/],
    ['a certificate and its key', `${rsa.certificate}${rsa.key}`, /got a PRIVATE KEY/],
    ['two certificates', `${rsa.certificate}${otherRsa.certificate}`, /exactly one certificate \(got 2/],
    ['PEM after text on its first line', `subject=idp ${rsa.certificate}`, /on lines of their own/],
    ['PEM without its end', rsa.certificate.slice(0, 400), /on lines of their own/],
    ['PEM and text in its block', rsa.certificate.replace('\n', '\nBag Attributes\n'), /PEM or base64|does not parse/],
    ['a damaged certificate', bare.slice(0, -40), /does not parse/],
    [
      'a certificate with trailing bytes',
      Buffer.concat([Buffer.from(bare, 'base64'), Buffer.from('x')]).toString('base64'),
      /does not parse/,
    ],
    [
      'two certificates in base64',
      Buffer.from(bare, 'base64').toString('base64').replace(/=*$/, '') + bare,
      /does not parse/,
    ],
    ['a weak key', weakCertificate, /RSA key of 2048 to 8192 bits \(got 1024/],
    ['a key that the library cannot verify with', elliptic, /must have an RSA key \(got one of the kind ec/],
    ['a long text', 'A'.repeat(16_385), /at most 16384 characters \(got 16385/],
  ];
  it.each(refused)('must not be %s', (_, text, rule) => {
    expect(() => checkCertificate(text)).toThrow(AppError);
    expect(() => checkCertificate(text)).toThrow(rule);
    expect(() => checkCertificate(text)).toThrow(
      expect.objectContaining({ detail: expect.objectContaining({ field: 'certificate' }) }),
    );
  });

  it('must not have expired, and the error states when it did', () => {
    const end = new Date(new X509Certificate(rsa.certificate).validTo);
    expect(checkCertificate(rsa.certificate, 'certificate', new Date(end.getTime() - 1))).toBe(rsa.certificate);
    expect(() => checkCertificate(rsa.certificate, 'certificate', end)).toThrow(
      `it was valid until ${end.toISOString()}`,
    );
  });

  it('is never repeated in an error, because the text may be a key by mistake', () => {
    const secret = rsa.key.replace(/-----[^-]*-----|\n/g, '');
    for (const text of [rsa.key, secret, secret.slice(0, 100)]) {
      expect(() => checkCertificate(text)).toThrow(/^(?!.*MII)/);
    }
  });
});
