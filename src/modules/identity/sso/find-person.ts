import { sql } from 'kysely';
import type { Row } from '../../../platform/db/query/rows.js';
import { insertRows } from '../../../platform/db/write/insert-rows.js';
import { emailDomainOf } from '../users/email-domain.js';
import { insertUser } from '../users/insert-user.js';
import { providerKinds } from './provider-kinds.js';
import { notAdmittedError } from './refusals.js';
import type { SignInTransaction } from './sign-in.js';

/** The data of a user that a sign-in needs. */
export type Person = Pick<Row<'User'>, 'id' | 'displayName'>;

/**
 * Finds the user whom a provider identifies. The name at the provider (`nameId`) counts first, then the e-mail address.
 * If neither belongs to a user, creates a user. A `nameId` stays with its user, even if later sign-ins have another
 * address.
 *
 * An address finds a user only if the organization lists its domain, or the user is a member. Otherwise any admin could
 * make any user a member by entering the user's address at a provider.
 *
 * An address from the provider makes the user a member of the provider's organization only. It does not count as
 * verified elsewhere, because any organization can list any domain and set up a provider.
 *
 * @throws FORBIDDEN if there is no address, or it belongs to a user outside of the organization
 */
export async function findPerson(signInTransaction: SignInTransaction): Promise<Person> {
  const known = await findByNameId(signInTransaction);
  if (known) return known;
  const person = (await findByAddress(signInTransaction)) ?? (await createPerson(signInTransaction));
  await insertIdentity(signInTransaction, person.id);
  return person;
}

async function findByNameId({ tx: { read }, provider, subject }: SignInTransaction): Promise<Person | undefined> {
  const { identities, nameColumn } = providerKinds[provider.kind];
  const query = sql<Person>`select "User"."id", "User"."displayName" from ${sql.table(identities)} as "identity"
    join "User" on "User"."id" = "identity"."userId"
    where "identity"."providerId" = ${provider.id} and ${sql.ref(nameColumn)} = ${subject.nameId}`;
  return (await read.all(query))[0];
}

async function findByAddress({ tx: { read }, organization, subject }: SignInTransaction): Promise<Person | undefined> {
  const email = requireEmail(subject.email);
  const found = await read.first(
    read.sql
      .selectFrom('User')
      .leftJoin('Member', (join) =>
        join.onRef('Member.userId', '=', 'User.id').on('Member.organizationId', '=', organization.id),
      )
      .select(['User.id', 'User.displayName', 'Member.joinedAt'])
      .where('User.email', '=', email),
  );
  if (!found || found.joinedAt !== null || listsDomainOf(organization, email)) return found;
  throw notAdmittedError(
    'the address belongs to a user outside of the organization, which does not list its domain',
    `${email} belongs to somebody outside the organization; an administrator can invite them, or add the domain to \`emailDomains\``,
  );
}

async function createPerson(signInTransaction: SignInTransaction): Promise<Person> {
  const { subject, provider, organization } = signInTransaction;
  const email = requireEmail(subject.email);
  if (provider.kind === 'oidc') requireListedDomain(organization, email);
  return insertUser(signInTransaction, { email, displayName: subject.displayName ?? email.split('@')[0]! });
}

/**
 * Refuses a new person with an address of another domain, if the organization lists domains. OpenID providers such as
 * Google sign in anyone, including people outside of the organization.
 * @throws FORBIDDEN
 */
function requireListedDomain(organization: Row<'Organization'>, email: string): void {
  if ((organization.emailDomains as string[]).length === 0 || listsDomainOf(organization, email)) return;
  throw notAdmittedError(
    'the organization does not list the domain of the new person',
    `The organization does not list the domain of ${email}; an administrator can invite them, or add the domain to \`emailDomains\``,
  );
}

function requireEmail(email: string | null): string {
  if (email !== null) return email;
  throw notAdmittedError(
    'the assertion names no e-mail address',
    'The identity provider names no verified e-mail address; an administrator must let it send one, as `email`',
  );
}

async function insertIdentity({ tx, at, provider, subject }: SignInTransaction, userId: string): Promise<void> {
  const { organizationId, id: providerId } = provider;
  const { identities: table, nameColumn } = providerKinds[provider.kind];
  await insertRows(tx, {
    table,
    rows: [{ organizationId, providerId, [nameColumn]: subject.nameId, userId, createdAt: at }],
  });
}

function listsDomainOf({ emailDomains }: Row<'Organization'>, email: string): boolean {
  const domain = emailDomainOf(email);
  return domain !== null && (emailDomains as string[]).includes(domain);
}
