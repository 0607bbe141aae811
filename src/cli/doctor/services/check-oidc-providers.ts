import { readConfiguration } from '../../../api/oidc/configuration.js';
import { AppError } from '../../../platform/base/errors.js';
import { createOutbound } from '../../../platform/outbound/outbound.js';
import type { DatabaseCheck } from '../base/check.js';
import { skipped, unlessEmpty, warning } from '../base/finding.js';

/** Maximum number of issuers that are checked. */
const maxIssuers = 20;

/** Reads the configuration of each OpenID provider, as a sign-in does. */
export const checkOidcProviders: DatabaseCheck = {
  name: 'oidc-providers',
  about: 'whether each OpenID provider publishes a usable configuration, up to 20',
  needs: 'tables',
  timeout: 20_000,
  async run({ config, database: { read } }) {
    const rows = await read.all(
      read.sql.selectFrom('OidcProvider').select('issuer').distinct().orderBy('issuer').limit(maxIssuers),
    );
    if (rows.length === 0) return [skipped('There are no OpenID providers.')];
    const call = createOutbound(config.outboundAllow).identityProvider;
    const client = { clientId: 'docgraph', clientSecret: null, callbackUrl: '', groupsClaim: null };
    const problems = await Promise.all(
      rows.map(async ({ issuer }) => {
        try {
          await readConfiguration({ client: { ...client, issuer }, call });
          return [];
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          return [
            warning(
              `People cannot sign in with ${issuer}: ${error.message}.`,
              'Check the provider, its issuer (`docgraph sso update-oidc`), and OUTBOUND_ALLOW for a private network.',
            ),
          ];
        }
      }),
    );
    return unlessEmpty(problems.flat(), `OpenID providers with a usable configuration: ${rows.length}.`);
  },
};
