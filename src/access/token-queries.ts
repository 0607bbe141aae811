import { keyedQuery } from '../platform/db/query/keyed-query.js';
import { preparedQuery } from '../platform/db/query/prepared-query.js';
import type { Query } from '../platform/db/query/queries.js';
import { bypassesSso } from './token-issuers.js';
import { allowedByPolicy } from './token-limits.js';
import type { Role } from './viewer.js';

/**
 * Query that finds a row if a token is still valid in an organization and its user has at least the same role as
 * before. `recheckPermissions` runs it after it has locked the token.
 */
export const tokenWithRoleQuery = preparedQuery<PreviousRole, { id: string }>((read, value, isIn) =>
  read.sql
    .selectFrom('AccessToken as token')
    .innerJoin('Member as member', 'member.userId', 'token.userId')
    .innerJoin('Organization as organization', 'organization.id', 'member.organizationId')
    .leftJoin('BlockedToken as blocked', (join) =>
      join.onRef('blocked.tokenId', '=', 'token.id').onRef('blocked.organizationId', '=', 'member.organizationId'),
    )
    .where('token.id', '=', value('tokenId'))
    .where(({ eb, or }) => or([eb('token.expiresAt', 'is', null), eb('token.expiresAt', '>=', value('now'))]))
    .where('member.organizationId', '=', value('organizationId'))
    .where(({ eb, or }) =>
      or([eb('member.role', 'is not distinct from', value('role')), isIn('member.role', 'higher')]),
    )
    .where('member.disabled', 'is', false)
    .where('organization.deletedAt', 'is', null)
    .where('blocked.tokenId', 'is', null)
    .where(allowedByPolicy(read, value('now')))
    .where(({ and, eb, or }) =>
      or([
        eb('organization.sso', 'is', false),
        and([
          eb('member.sso', 'is', true),
          eb('token.issuer', '!=', 'link'),
          or([eb('token.issuer', '!=', 'session'), eb('token.organizationId', 'is not', null)]),
        ]),
        eb('token.issuer', 'in', issuersExemptFromSso),
      ]),
    )
    .select('token.id'),
);

/** A role that the user of a token had in an organization. */
export interface PreviousRole {
  tokenId: string;
  organizationId: string;
  /** Null for a guest. */
  role: Role | null;
  /** Roles that are higher than `role`. */
  higher: readonly Role[];
  /** Current time, in the stored format. */
  now: string;
}

const issuersExemptFromSso = Object.entries(bypassesSso).flatMap(([issuer, bypasses]) => (bypasses ? [issuer] : []));

/**
 * Returns a query for tokens with the memberships of their users: one row for each membership. A user without
 * memberships has one row with nulls. `organizationId` is null if the organization is deleted; with `deleted`, if it is
 * not.
 */
const tokenBy = (key: 'token.hash' | 'token.id', { deleted = false } = {}) =>
  keyedQuery(({ sql }, inKeys) =>
    sql
      .selectFrom('AccessToken as token')
      .leftJoin('Member as member', (join) =>
        join
          .onRef('member.userId', '=', 'token.userId')
          .on(({ eb, or, ref }) =>
            or([eb('token.organizationId', 'is', null), eb('token.organizationId', '=', ref('member.organizationId'))]),
          ),
      )
      .leftJoin('Organization as organization', (join) =>
        join
          .onRef('organization.id', '=', 'member.organizationId')
          .on('organization.deletedAt', deleted ? 'is not' : 'is', null),
      )
      .leftJoin('BlockedToken as blocked', (join) =>
        join.onRef('blocked.tokenId', '=', 'token.id').onRef('blocked.organizationId', '=', 'member.organizationId'),
      )
      .where(inKeys(key))
      .select([
        'token.id',
        'token.hash',
        'token.userId',
        'token.expiresAt',
        'token.issuer',
        'token.scopes',
        'token.lastUsedAt',
        'token.documents',
        'token.createdAt',
      ])
      .select([
        'token.organizationId as boundTo',
        'organization.id as organizationId',
        'member.role',
        'member.disabled',
      ])
      .select(['member.sso', 'organization.sso as ssoRequired', 'organization.title'])
      .select(['organization.maxTokenDays', 'blocked.blockedAt']),
  );

/** Reads tokens by their hash. */
export const tokenByHash = tokenBy('token.hash');

/** Reads tokens by their id. */
export const tokenById = tokenBy('token.id');

/** Reads tokens by their id. Only the memberships of deleted organizations have an `organizationId`. */
export const tokenInDeleted = tokenBy('token.id', { deleted: true });

/** A token with one membership of its user. */
export type TokenRow = ReturnType<typeof tokenByHash> extends Query<infer Row> ? Row : never;
