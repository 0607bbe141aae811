import type { Row } from '../../../platform/db/query/rows.js';
import { emailDomainOf } from '../users/email-domain.js';
import { insertUser } from '../users/insert-user.js';
import { notLetIn } from './refusals.js';
import type { SigningIn } from './sign-in.js';

/** A user, as far as a sign-in goes. */
export type Person = Pick<Row<'User'>, 'id' | 'displayName'>;

/**
 * The user whom a provider vouches for: who had the NameID before, else the one with the e-mail address, else a new one.
 * A NameID stays with its user, whatever address comes with it later.
 *
 * An address alone finds a user only where that is the organization's business: it lists the domain, or the user is its
 * member. Otherwise any admin could make anybody a member by naming them.
 *
 * What the provider says of an address counts in its own organization, where it makes the user a member, and nowhere
 * else: the address is not verified by it, for anybody can list any domain and set up a provider.
 *
 * @throws FORBIDDEN where there is no address to go by, or it is that of somebody else's user
 */
export async function findPerson(signingIn: SigningIn): Promise<Person> {
  const known = await byNameId(signingIn);
  if (known) return known;
  const person = (await byAddress(signingIn)) ?? (await makePerson(signingIn));
  await remember(signingIn, person.id);
  return person;
}

const columns = ['User.id', 'User.displayName'] as const;

function byNameId({ tx: { read }, provider, subject }: SigningIn): Promise<Person | undefined> {
  return read.first(
    read.sql
      .selectFrom('SamlIdentity')
      .innerJoin('User', 'User.id', 'SamlIdentity.userId')
      .select(columns)
      .where('SamlIdentity.providerId', '=', provider.id)
      .where('SamlIdentity.nameId', '=', subject.nameId),
  );
}

async function byAddress({ tx: { read }, organization, subject }: SigningIn): Promise<Person | undefined> {
  const email = addressOf(subject.email);
  const found = await read.first(
    read.sql
      .selectFrom('User')
      .leftJoin('Member', (join) =>
        join.onRef('Member.userId', '=', 'User.id').on('Member.organizationId', '=', organization.id),
      )
      .select([...columns, 'Member.joinedAt'])
      .where('User.email', '=', email),
  );
  if (!found || found.joinedAt !== null || listsDomainOf(organization, email)) return found;
  throw notLetIn(
    'the address belongs to a user outside of the organization, which does not list its domain',
    `${email} belongs to somebody outside the organization; an administrator can invite them, or add the domain to \`emailDomains\``,
  );
}

async function makePerson(signingIn: SigningIn): Promise<Person> {
  const { subject } = signingIn;
  const email = addressOf(subject.email);
  return insertUser(signingIn, { email, displayName: subject.displayName ?? email.split('@')[0]! });
}

function addressOf(email: string | null): string {
  if (email !== null) return email;
  throw notLetIn(
    'the assertion names no e-mail address',
    'The identity provider names no e-mail address; an administrator must let it send one, as the attribute `email`',
  );
}

async function remember({ tx, at, provider, subject }: SigningIn, userId: string): Promise<void> {
  const { organizationId, id: providerId } = provider;
  await tx.prisma.samlIdentity.create({
    data: { organizationId, providerId, nameId: subject.nameId, userId, createdAt: at },
    select: { userId: true },
  });
}

function listsDomainOf({ emailDomains }: Row<'Organization'>, email: string): boolean {
  const domain = emailDomainOf(email);
  return domain !== null && (emailDomains as string[]).includes(domain);
}
