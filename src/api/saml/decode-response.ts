import { AppError } from '../../platform/base/errors.js';
import { malformed, refused } from './refusals.js';

/** Limits of a posted answer; those of providers in use have a tenth of it, or half with hundreds of groups. */
const limits = { base64: 65_536, markup: 1500, equalSigns: 1500 };

/**
 * Decodes the `SAMLResponse` field of a form to XML text, and bounds what a parser will make of it, in linear time:
 * anybody can post one, and the libraries behind take quadratic time.
 *
 * @throws PAYLOAD_TOO_LARGE over 64 KiB; BAD_USER_INPUT for what is no base64, no UTF-8, no XML, has over 1,500 `<` or
 * as many `=`, or declares entities; FORBIDDEN for other declarations, comments, CDATA and processing instructions: no
 * provider needs them, and they make readers disagree on what a text is.
 */
export function decodeResponse(response: string): string {
  if (response.length > limits.base64) {
    const message = `\`SAMLResponse\` must have at most ${limits.base64} characters (got ${response.length})`;
    throw new AppError('PAYLOAD_TOO_LARGE', message, { field: 'SAMLResponse' });
  }
  const xml = textOf(response);
  for (const [rule, isBroken] of malformations) if (isBroken(xml)) throw malformed(rule);
  if (/<!|<\?/.test(xml.replace(/^<\?xml\s[^<>?]*\?>/, ''))) {
    throw refused('The answer has a DOCTYPE, a comment, a CDATA section or a processing instruction');
  }
  return xml;
}

const malformations: [rule: string, isBroken: (xml: string) => boolean][] = [
  ['must be XML', (xml) => !xml.startsWith('<')],
  [`must have at most ${limits.markup} tags`, (xml) => count(xml, '<') > limits.markup],
  [`must have at most ${limits.equalSigns} attributes`, (xml) => count(xml, '=') > limits.equalSigns],
  ['must not declare entities', (xml) => /<!ENTITY/i.test(xml)],
];

/** Line breaks within base64 are allowed (RFC 2045). */
function textOf(response: string): string {
  const base64 = response.replace(/[\r\n\t ]+/g, '');
  const isBase64 = base64.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(base64);
  if (!isBase64) throw malformed('must be base64');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'));
  } catch {
    throw malformed('must be UTF-8');
  }
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
