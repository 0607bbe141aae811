import { AppError } from '../../platform/base/errors.js';
import { malformed, type Refuse, refused } from './refusals.js';

/**
 * Limits of a posted SAML response. Responses of common providers reach about a tenth of these limits, or half of them
 * with hundreds of groups.
 */
const limits = { base64: 65_536, markup: 1500, equalSigns: 1500 };

/**
 * Decodes the `SAMLResponse` field of a form to XML text, in linear time. It limits the size and shape of the XML,
 * because anyone can post a response, and the libraries that read it take quadratic time.
 *
 * @throws PAYLOAD_TOO_LARGE over 64 KiB
 * @throws BAD_USER_INPUT for text that is not base64, UTF-8 or XML, for over 1,500 `<` or `=`, and for declared
 * entities
 * @throws FORBIDDEN for other declarations, comments, CDATA and processing instructions: no provider needs them, and
 * parsers interpret them differently
 */
export function decodeResponse(response: string): string {
  if (response.length > limits.base64) {
    const message = `\`SAMLResponse\` must have at most ${limits.base64} characters (got ${response.length})`;
    throw new AppError('PAYLOAD_TOO_LARGE', message, { field: 'SAMLResponse' });
  }
  const xml = decodeBase64(response);
  checkMarkup(xml, malformed);
  if (/<!|<\?/.test(xml.replace(/^<\?xml\s[^<>?]*\?>/, ''))) {
    throw refused('The answer has a DOCTYPE, a comment, a CDATA section or a processing instruction');
  }
  return xml;
}

/**
 * Checks that a text can be parsed at low cost.
 * @throws BAD_USER_INPUT for text that is not XML, for over 1,500 `<` or `=`, and for declared entities
 */
export function checkMarkup(xml: string, refuse: Refuse): void {
  for (const [rule, isBroken] of malformations) if (isBroken(xml)) throw refuse(rule);
}

const malformations: [rule: string, isBroken: (xml: string) => boolean][] = [
  ['must be XML', (xml) => !xml.startsWith('<')],
  [`must have at most ${limits.markup} tags`, (xml) => count(xml, '<') > limits.markup],
  [`must have at most ${limits.equalSigns} attributes`, (xml) => count(xml, '=') > limits.equalSigns],
  ['must not declare entities', (xml) => /<!ENTITY/i.test(xml)],
];

/** Decodes base64 to text. The base64 may contain line breaks (RFC 2045). */
function decodeBase64(response: string): string {
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
