import { AppError } from '../../../platform/base/errors.js';
import type { Store } from '../../../platform/db/write/store.js';
import type { Verification } from '../../../platform/secrets/verification-link.js';
import type { Actor } from '../../shared/unit-of-work.js';
import { findUserByEmail } from './find-user.js';

/**
 * Returns the content of a link that verifies a user's e-mail address. It checks no permissions, so only commands of
 * the operator may call it.
 * @throws NOT_FOUND
 */
export async function findVerification({ store: { read } }: Actor, email: string): Promise<Verification> {
  const user = await findUserByEmail(read, email);
  if (!user) throw new AppError('NOT_FOUND', `No user with the e-mail address ${JSON.stringify(email)}`);
  return { userId: user.id, email: user.email };
}

/**
 * Marks a user's address as verified. A repeated call keeps the time of the first verification. The caller must have
 * checked the signed link.
 * @returns false if the user no longer has this address
 */
export function verifyEmail(store: Store, { userId: id, email }: Verification): Promise<boolean> {
  return store.transaction(async ({ prisma, read }) => {
    await prisma.user.updateMany({
      where: { id, email, emailVerifiedAt: null },
      data: { emailVerifiedAt: new Date() },
    });
    const query = read.sql.selectFrom('User').select('id').where('id', '=', id).where('email', '=', email);
    return (await read.first(query)) !== undefined;
  });
}
