import { fillDatabase } from '../../src/cli/setup/first-start.js';
import { ensureBootstrapToken } from '../../src/modules/identity/tokens/bootstrap.js';
import { sealer, type TestApp } from '../support/app.js';

/**
 * Fills an empty database with the manual, as the first start of a server does. Returns the token of the first admin.
 */
export async function seedFirstStart({ store, operator }: TestApp): Promise<string> {
  await fillDatabase({ store, viewer: operator, sealer }, { demo: true });
  const admin = await ensureBootstrapToken(store, operator);
  if (admin.state !== 'created') throw new Error(`A first start makes a token (got ${admin.state})`);
  return admin.token;
}
