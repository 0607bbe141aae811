import { load } from '../dist.mjs';
import { withStore } from '../world.mjs';

/** True if one user with one token is a member of both organizations. */
export const isSameUser = process.env.FAIRNESS_SAME_USER === '1';

/**
 * Migrates an empty database and creates two organizations, each with an admin. Returns `{ attacker, innocent }`, each
 * with `organization` (its id) and `token` (of the admin). With FAIRNESS_SAME_USER=1 both have the same user and token.
 */
export function seedTwoOrganizations(url) {
  return withStore(url, async (store) => {
    const { operatorOf } = await load('modules/identity/tokens/bootstrap.js');
    const operator = { store, viewer: await operatorOf(store) };
    const attacker = await createParty(operator, { title: 'Attacker', email: 'attacker@bench.test' });
    const innocent = await createParty(operator, {
      title: 'Innocent',
      email: 'innocent@bench.test',
      token: attacker.token,
    });
    return { attacker, innocent };
  });
}

async function createParty(operator, { title, email, token: known }) {
  const { createToken } = await load('modules/identity/tokens/operator-actions.js');
  const { createUser } = await load('modules/identity/members/user-actions.js');
  const { createOrganization } = await load('modules/identity/members/creation-actions.js');
  const owner = isSameUser ? 'both@bench.test' : email;
  const token = isSameUser ? known : undefined;
  if (!token) await createUser(operator, { email: owner, name: title });
  const organization = await createOrganization(operator, { title, owner });
  return { organization, token: token ?? (await createToken(operator, { user: owner })).token };
}
