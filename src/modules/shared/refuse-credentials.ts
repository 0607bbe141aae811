import { badInput } from '../../platform/base/errors.js';

/**
 * Throws if a URL contains a user name or a password (RFC 3986, section 3.2.1), because URLs are shown to users and
 * written to logs.
 * @param address an absolute URL
 * @throws BAD_USER_INPUT on `field`; the message does not contain the credentials
 */
export function refuseCredentials(field: string, address: string): void {
  const { username, password, host } = new URL(address);
  if (username === '' && password === '') return;
  throw badInput(field, `\`${field}\` must not contain a user name or a password (got one before ${host})`);
}
