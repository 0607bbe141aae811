import { createUser } from '../../modules/identity/members/user-actions.js';
import { findVerification } from '../../modules/identity/users/verification.js';
import { mailVerification } from '../../modules/identity/users/verification-actions.js';
import { publicUrlOf } from '../../platform/config/config.js';
import { createSealer } from '../../platform/secrets/sealed.js';
import { verificationLink } from '../../platform/secrets/verification-link.js';
import { findOptionalOrganization } from '../objects/find-object.js';
import { printResult } from '../process/output.js';
import { openSecrets } from '../setup/open-secrets.js';
import { withSession } from '../setup/session.js';

/** Options of `docgraph user create`. */
export interface UserOptions {
  email: string;
  name: string;
  org?: string;
  role?: string;
  json?: boolean;
}

/** `docgraph user create`: creates a user, or adds an existing user to an organization, and prints the user's id. */
export async function createUserCommand({ json, org, ...options }: UserOptions): Promise<void> {
  const id = await withSession(async (session) => {
    const organization = await findOptionalOrganization(session.store.read, org);
    return createUser(session, { ...options, organization });
  });
  printResult({ id }, { json, sentence: `The user is ${id}.` });
}

/** Options of `docgraph user verify`. */
export interface VerifyOptions {
  /** Whether to send the link to the address as well. */
  mail?: boolean;
  json?: boolean;
}

/** `docgraph user verify EMAIL`: prints a link that lets a user confirm the e-mail address. It is valid for a day. */
export async function verifyUserCommand(email: string, { mail, json }: VerifyOptions): Promise<void> {
  const result = await withSession(async (session) => {
    const { config, store } = session;
    const secrets = await openSecrets(config, store);
    const [base, verification] = [publicUrlOf(config), await findVerification(session, email)];
    const url = verificationLink(base, secrets.current, verification);
    if (!mail) return { url };
    const mailId = await mailVerification({ ...session, sealer: createSealer(secrets), base }, verification, url);
    return { url, mail: mailId };
  });
  printResult(result, { json, sentence: result.url });
}
