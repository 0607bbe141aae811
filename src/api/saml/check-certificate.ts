import { X509Certificate } from 'node:crypto';
import { type Refuse, refuseField } from './refusals.js';

/**
 * Reads the signing certificate of an identity provider: exactly one X.509 certificate, not expired, with an RSA key of
 * 2048 to 8192 bits. The text is plain base64 or PEM; text before and after the PEM block is ignored (RFC 7468,
 * sections 2 and 5.2). Refuses elliptic curve keys, because the library that verifies XML signatures does not support
 * them. Otherwise the first sign-in would fail.
 * @param field the input with the certificate, for messages
 * @returns the certificate as PEM in normalized form
 * @throws BAD_USER_INPUT on the field; the message never repeats the input, which may be a private key by mistake
 */
export function checkCertificate(text: string, field = 'certificate', now: Date = new Date()): string {
  const refuse = refuseField(field);
  const certificate = parse(decodeCertificate(text, refuse), refuse);
  checkKey(certificate, refuse);
  if (new Date(certificate.validTo) <= now) {
    throw refuse(`must not be expired; it was valid until ${new Date(certificate.validTo).toISOString()}`);
  }
  return certificate.toString();
}

const maxCertificateLength = 16_384;
const smallestKey = 2048;
const maxKeySize = 8192;

function decodeCertificate(text: string, refuse: Refuse): Buffer {
  if (text.length > maxCertificateLength)
    throw refuse(`must have at most ${maxCertificateLength} characters (got ${text.length})`);
  const base64 = insidePem(text, refuse).replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw refuse('must be an X.509 certificate as PEM or base64');
  return Buffer.from(base64, 'base64');
}

function insidePem(text: string, refuse: Refuse): string {
  const labels = [...text.matchAll(/-----BEGIN ([A-Z0-9 ]{1,48})-----/g)].map(([, label]) => label!);
  const foreign = labels.find((label) => label !== 'CERTIFICATE');
  if (foreign) throw refuse(`must hold a certificate alone (got a ${foreign})`);
  if (labels.length > 1) throw refuse(`must be exactly one certificate (got ${labels.length})`);
  if (labels.length === 0) return text;
  const inside = /^[ \t]*-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----[ \t]*$/m.exec(text)?.[1];
  if (inside === undefined) throw refuse('must begin and end its PEM block on lines of their own');
  return inside;
}

function parse(bytes: Buffer, refuse: Refuse): X509Certificate {
  const certificate = parsed(bytes);
  if (!certificate?.raw.equals(bytes)) throw refuse('must be exactly one X.509 certificate; it does not parse as one');
  return certificate;
}

function parsed(bytes: Buffer): X509Certificate | null {
  try {
    return new X509Certificate(bytes);
  } catch {
    return null;
  }
}

function checkKey({ publicKey }: X509Certificate, refuse: Refuse): void {
  const kind = publicKey.asymmetricKeyType;
  if (kind !== 'rsa') throw refuse(`must have an RSA key (got one of the kind ${kind ?? 'unknown'})`);
  const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < smallestKey || bits > maxKeySize) {
    throw refuse(`must have an RSA key of ${smallestKey} to ${maxKeySize} bits (got ${bits})`);
  }
}
