import type { Context } from '../../../api/graphql/execution/context.js';
import type { ValueRecord } from '../../../engine/text/expressions/expression.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { visitorKeyOf } from '../../identity/members/visitor-key.js';
import { organizationsById } from '../../identity/organizations/loaders.js';
import { signingKeysOf } from '../site-audience/keys.js';
import { hashOfShareKey } from '../site-audience/share-key.js';
import { shareLinksByKeyHash } from './loaders.js';
import { memberKey } from './member-key.js';
import { verifyVisitorToken } from './visitor-token.js';

type Site = Row<'Site'>;

/** Credentials of a visitor of a site. */
export interface Credentials {
  shareKey?: string | null;
  visitorToken?: string | null;
  /** Unsigned claims, such as those from the visited address. Conditions read them as `visitor.claims.unsigned`. */
  unsignedClaims?: ValueRecord | null;
}

/** A visitor whom a site admits. */
export interface Visitor {
  /** Claims that conditions read as `visitor.claims`. */
  claims: ValueRecord;
  /**
   * Share key that opened the site; null if no key was needed. Addresses in responses to the visitor contain the key.
   */
  shareKey: string | null;
}

/** Reason that a site does not admit a visitor. */
export type Refusal = 'NOT_PUBLISHED' | 'NO_SHARE_KEY' | 'NO_TOKEN';

/**
 * Checks whether the visibility of a site admits a visitor with these credentials. If the site's content is not
 * adaptive, the visitor has no claims. An invalid token counts as no token.
 */
export async function authenticateVisitor(
  context: Context,
  site: Site,
  credentials: Credentials,
): Promise<Visitor | Refusal> {
  if (!site.published) return 'NOT_PUBLISHED';
  const opensWithKey = site.visibility === 'share-link' && (await opensSite(context, site, credentials.shareKey));
  if (site.visibility === 'share-link' && !opensWithKey) return 'NO_SHARE_KEY';
  const signed = await signedClaims(context, site, credentials.visitorToken);
  if (site.visibility === 'visitor-auth' && signed === null) return 'NO_TOKEN';
  const claims = site.adaptiveContent ? { ...signed, unsigned: credentials.unsignedClaims ?? {} } : { unsigned: {} };
  return { claims, shareKey: opensWithKey ? credentials.shareKey! : null };
}

/** Reports whether a key belongs to an active share link of the site. */
export async function opensSite(
  context: Context,
  { id }: Pick<Site, 'id'>,
  key: string | null | undefined,
): Promise<boolean> {
  if (key == null || key === '') return false;
  const link = await context.loaders.load(shareLinksByKeyHash, hashOfShareKey(key));
  return link !== null && link.siteId === id && link.active;
}

/**
 * Returns the claims of a token if a key of the site signed it; otherwise null. Sites with visitor authentication also
 * accept tokens that the organization's key signed, and those that this server made for members.
 */
async function signedClaims(
  context: Context,
  site: Site,
  token: string | null | undefined,
): Promise<ValueRecord | null> {
  if (token == null || token === '') return null;
  const { loaders, sealer, secret } = context;
  const now = new Date();
  const siteKeys = signingKeysOf(sealer, site, now);
  if (site.visibility !== 'visitor-auth') return verifyVisitorToken(token, siteKeys, now);
  const organizationKey = visitorKeyOf(sealer, await loaders.get(organizationsById, site.organizationId));
  const keys = [...siteKeys, ...(organizationKey === null ? [] : [organizationKey]), memberKey(secret, site)];
  return verifyVisitorToken(token, keys, now);
}
