import { badInput } from '../../platform/base/errors.js';

/**
 * Refuses a URL that contains a user name or a password. Such a URL would be shown to users and written to logs (RFC
 * 3986, section 3.2.1).
 * @param address an absolute URL
 * @throws BAD_USER_INPUT on `field`; the message does not repeat the URL
 */
export function refuseCredentials(field: string, address: string): void {
  const { username, password, host } = new URL(address);
  if (username === '' && password === '') return;
  throw badInput(field, `\`${field}\` must not contain a user name or a password (got one before ${host})`);
}
