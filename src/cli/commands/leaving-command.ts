import { setMemberDisabled, setUserDisabled } from '../../modules/identity/members/disabling-actions.js';
import { findOrganization } from '../objects/find-object.js';
import { printResult } from '../process/output.js';
import { withSession } from '../setup/session.js';

/** Options of `docgraph user disable` and `docgraph user enable`. */
export interface DisableOptions {
  email: string;
  /** Id or title of the organization; absent for all organizations of the person. */
  org?: string;
  json?: boolean;
}

/** `docgraph user disable`: disables a person in one organization, or in all, and prints the user's id. */
export function disableUserCommand(options: DisableOptions): Promise<void> {
  return setDisabled(options, true);
}

/** `docgraph user enable`: enables a person in one organization, or in all, and prints the user's id. */
export function enableUserCommand(options: DisableOptions): Promise<void> {
  return setDisabled(options, false);
}

async function setDisabled({ email, org, json }: DisableOptions, disabled: boolean): Promise<void> {
  const effect = disabled ? 'is locked out of' : 'has its rights in';
  if (org !== undefined) {
    const { id, organization } = await withSession(async (session) => {
      const organization = await findOrganization(session.store.read, org);
      return { id: await setMemberDisabled(session, { user: email, organization, disabled }), organization };
    });
    printResult({ id, disabled }, { json, sentence: `The user ${id} ${effect} the organization ${organization}.` });
    return;
  }
  const { id, organizations } = await withSession((session) => setUserDisabled(session, { user: email, disabled }));
  const sentence = `The user ${id} ${effect} ${organizations.join(', ')}.`;
  printResult({ id, disabled, organizations }, { json, sentence });
}
