import { createUser } from '../domains/users/actions.js';
import { printResult } from './output.js';
import { withSession } from './session.js';

/** Options of `docgraph user create`. */
export interface UserOptions {
  email: string;
  name: string;
  org?: string;
  role?: string;
  json?: boolean;
}

/** `docgraph user create`: creates a user, or adds an existing one to an organization, and prints its id. */
export async function createUserCommand({ json, org, ...options }: UserOptions): Promise<void> {
  const id = await withSession((session) => createUser(session, { ...options, organization: org }));
  printResult({ id }, { json, sentence: `The user is ${id}.` });
}
