import { isDeepStrictEqual } from 'node:util';
import { checkClaims, endOf } from './claim-rules.js';
import { type Claims, readClaims } from './claims.js';
import { decodeResponse } from './decode-response.js';
import { checkDocument } from './document-rules.js';
import { parseXml } from './elements.js';
import { isRequestId } from './login-url.js';
import { displayNameOf, emailOf } from './person.js';
import { malformed, refused } from './refusals.js';
import { checkResponse, type Expected } from './response-rules.js';
import type { Parties } from './saml-client.js';
import { checkSignature } from './signature-rules.js';
import { verify } from './verify.js';

/** An answer as it was posted, and what it must answer. */
export interface PostedResponse extends Parties {
  /** The field `SAMLResponse` of the form: base64. */
  response: string;
  /** Id of the request that this browser made; the caller finds it by `peekInResponseTo`. */
  requestId: string;
}

/** Whom a provider vouches for. */
export interface Identity {
  /** The provider's own name of the person, exact to the letter; unique per provider. */
  nameId: string;
  /** In lower case; null where the provider names none. That it is the person's is the provider's word alone. */
  email: string | null;
  /** Name for other people, on one line, at most 255 characters; null where the provider names none. */
  displayName: string | null;
  /** Id of the assertion: the caller remembers it until `expiresAt` and takes it once. */
  assertionId: string;
  /** The moment from which this answer is refused in any case. */
  expiresAt: Date;
  /** Id of the request that is answered. */
  inResponseTo: string;
}

/**
 * The id of the request that an answer claims to be for, to find out what it must be held against. Nothing is verified
 * yet. @throws as `readResponse` for an answer that is none, and for one that names no id of ours, so that any
 * store can be asked about what is returned
 */
export function peekInResponseTo(response: string): string {
  const inResponseTo = parseResponse(decodeResponse(response)).getAttribute('InResponseTo');
  if (!isRequestId(inResponseTo)) throw refused('The answer does not belong to a request of this server');
  return inResponseTo;
}

/**
 * Reads whom a provider vouches for. What is returned comes from the XML that the signature was computed over, and two
 * readers agree on it. That a request is answered once, and by the browser that made it, and that an assertion is used
 * once, is the caller's to see to.
 *
 * @throws PAYLOAD_TOO_LARGE over 64 KiB; BAD_USER_INPUT for what is no XML or too much of it; FORBIDDEN with the reason
 * SAML_INVALID for all else: its `cause` is for the log
 */
export async function readResponse({ response, requestId, service, provider }: PostedResponse): Promise<Identity> {
  const expected = { issuer: provider.entityId, acsUrl: service.acsUrl, audience: service.entityId, requestId };
  const xml = decodeResponse(response);
  const { claims, wantResponseSigned } = checkUnverified(parseResponse(xml), expected);
  const verified = await verify(xml, { service, provider }, { requestId, wantResponseSigned });
  const signed = readClaims(parseXml(verified.assertionXml));
  if (!isDeepStrictEqual(signed, claims) || signed.nameId !== verified.nameId.trim()) {
    throw refused('The signed content differs from the content that was sent');
  }
  return {
    nameId: signed.nameId,
    email: emailOf(signed),
    displayName: displayNameOf(signed),
    assertionId: signed.id,
    expiresAt: endOf(signed),
    inResponseTo: signed.confirmation.inResponseTo,
  };
}

/** All that can be said before a signature is computed, which costs most: few forgeries get beyond. */
function checkUnverified(root: Element, expected: Expected): { claims: Claims; wantResponseSigned: boolean } {
  const { response, assertion } = checkDocument(root);
  checkResponse(response, expected);
  if (!checkSignature(assertion)) throw refused('The assertion is not signed');
  const claims = readClaims(assertion);
  checkClaims(claims, expected);
  return { claims, wantResponseSigned: checkSignature(response) };
}

function parseResponse(xml: string): Element {
  try {
    return parseXml(xml);
  } catch {
    throw malformed('must be well-formed XML');
  }
}
