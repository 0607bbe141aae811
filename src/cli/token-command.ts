import { createToken } from '../domains/users/actions.js';
import { printResult } from './output.js';
import { withSession } from './session.js';

/** Options of `docgraph token create`. */
export interface TokenOptions {
  user: string;
  name?: string;
  json?: boolean;
}

/** `docgraph token create`: makes an access token and prints it, the only time it is shown. */
export async function createTokenCommand({ json, ...options }: TokenOptions): Promise<void> {
  const token = await withSession((session) => createToken(session, options));
  printResult({ token }, { json, sentence: token });
}
