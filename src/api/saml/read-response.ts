import { isDeepStrictEqual } from 'node:util';
import { assertionExpiry, checkClaims } from './claim-rules.js';
import { type Claims, readClaims } from './claims.js';
import { decodeResponse } from './decode-response.js';
import { checkDocument } from './document-rules.js';
import { parseXml } from './elements.js';
import { isRequestId } from './login-url.js';
import { displayNameOf, emailOf, groupsOf } from './person.js';
import { malformed, refused } from './refusals.js';
import { checkResponse, type Expected } from './response-rules.js';
import type { Parties } from './saml-client.js';
import { checkSignature } from './signature-rules.js';
import { verify } from './verify.js';

/** A SAML response that a browser posted, and the request that it must belong to. */
export interface PostedResponse extends Parties {
  /** Value of the form field `SAMLResponse`, in base64. */
  response: string;
  /** Id of the request that this browser made. The caller finds it with `peekInResponseTo`. */
  requestId: string;
}

/** A person whom a provider has identified. */
export interface Identity {
  /** The provider's id for the user (NameID), case-sensitive; unique per provider. */
  nameId: string;
  /**
   * E-mail address in lower case; null if the provider sends none. No one except the provider asserts that it belongs
   * to the user.
   */
  email: string | null;
  /** Display name, on one line, at most 255 characters; null if the provider sends none. */
  displayName: string | null;
  /** Groups of the user, sorted; null if the provider has no attribute for them. */
  groups: string[] | null;
  /** Id of the assertion. The caller stores it until `expiresAt`, and must accept it only once. */
  assertionId: string;
  /** This SAML response is refused from this time on. */
  expiresAt: Date;
  /** Id of the request that the SAML response belongs to. */
  inResponseTo: string;
}

/**
 * Returns the id of the request that a SAML response claims to belong to. The caller uses it to find the values to
 * check the response against. Nothing is verified yet.
 * @throws as `readResponse` for an invalid response, and for an id that is not of our form, so that any store can look
 * up the result
 */
export function peekInResponseTo(response: string): string {
  const inResponseTo = parseResponse(decodeResponse(response)).getAttribute('InResponseTo');
  if (!isRequestId(inResponseTo)) throw refused('The answer does not belong to a request of this server');
  return inResponseTo;
}

/**
 * Reads the identity that a provider asserts, from the XML over which the signature was computed. Two XML parsers must
 * find the same identity. The caller must ensure that a request is used only once, by the browser that made it, and
 * that an assertion is used only once.
 *
 * @throws PAYLOAD_TOO_LARGE over 64 KiB; BAD_USER_INPUT for text that is not XML, or that has too many elements
 * @throws FORBIDDEN with the reason SAML_INVALID for all other faults: its `cause` is for the log
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
    groups: provider.groupsAttribute == null ? null : groupsOf(signed, provider.groupsAttribute),
    assertionId: signed.id,
    expiresAt: assertionExpiry(signed),
    inResponseTo: signed.confirmation.inResponseTo,
  };
}

/**
 * Runs all checks that do not need the signature. They refuse most forgeries before the signature is verified, which is
 * the most expensive step.
 */
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
