import { AppError } from '../../../platform/base/errors.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';

/** Maximum number of identity providers of one organization, all kinds together. The sign-in page shows all of them. */
const maxProviders = 100;

/**
 * Checks that an organization may have another identity provider. The caller must have locked the organization.
 * @throws CONFLICT
 */
export async function requireProviderLimit({ tx }: UnitOfWork, organizationId: string): Promise<void> {
  const where = { organizationId };
  const counts = await Promise.all([tx.prisma.samlProvider.count({ where }), tx.prisma.oidcProvider.count({ where })]);
  const count = counts.reduce((sum, tableCount) => sum + tableCount, 0);
  if (count >= maxProviders)
    throw new AppError('CONFLICT', `The organization has ${count} identity providers, the maximum`);
}
