import { scopes } from '../../access/scopes.js';
import { roles } from '../../access/viewer.js';
import { billingProducts } from '../../modules/identity/organizations/operator-values.js';
import { eventActions } from '../../modules/shared/event-actions.js';

/** Words that may follow an option, by its long flag. */
export const optionValues: Readonly<Record<string, readonly string[]>> = {
  '--action': Object.keys(eventActions),
  '--plan': Object.keys(billingProducts),
  '--role': [...roles, 'guest'],
  '--scope': scopes,
  '--status': ['waiting', 'running', 'done', 'dead'],
};
