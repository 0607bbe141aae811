import { publicUrlOf } from '../../../platform/config/config.js';
import { isLoopback } from '../../../platform/urls/loopback.js';
import type { CheckWithoutDatabase } from '../base/check.js';
import { notice, ok, warning } from '../base/finding.js';

/** Checks that clients can use the configured address of the server. */
export const checkPublicUrl: CheckWithoutDatabase = {
  name: 'public-url',
  about: 'whether `PUBLIC_URL` is set, and is an `https` address',
  needs: 'nothing',
  run({ config }) {
    const url = publicUrlOf(config);
    if (config.publicUrl === undefined)
      return [
        notice(
          `PUBLIC_URL is not set, so links in mails and pages begin with ${url}.`,
          'Set PUBLIC_URL to the https address that clients use.',
        ),
      ];
    if (url.startsWith('https:')) return [ok(`PUBLIC_URL is ${url}.`)];
    if (isLoopback(new URL(url).hostname))
      return [
        notice(
          `PUBLIC_URL is ${url}, so only this machine can use the server.`,
          'Set PUBLIC_URL to the https address of a proxy before others use this server.',
        ),
      ];
    return [
      warning(
        `People cannot sign in with a browser, because PUBLIC_URL is ${url}, which is not an https address.`,
        'Put a proxy with a certificate before the server, and set PUBLIC_URL to its https address.',
      ),
    ];
  },
};
