import { createHash } from 'node:crypto';
import { authorize, can } from '../../../access/policy.js';
import type { Context } from '../../../api/graphql/execution/context.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import type { ValueRecord } from '../../../engine/text/expressions/expression.js';
import { badInput } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { simulate, simulateRefused } from '../site-adaptive/simulate.js';
import { SimulatedVisit, type SimulatedVisitor } from '../site-adaptive/simulated-visit.js';
import { loadVisibleStructure } from '../site-structure/visible-structure.js';
import { sitesById } from '../sites/loaders.js';
import { authenticateVisitor, type Credentials, type Refusal } from './visitor.js';

/** Maximum length of the claims of a simulation, in characters of JSON. */
const maxClaims = 65_536;

builder.queryFields((t) => ({
  simulateVisitor: t.field({
    type: SimulatedVisit,
    nullable: true,
    description:
      'The parts of a site that a visitor would see if it were published, and why others are hidden. The visitor has the given claims, and is admitted, or has a token, a share key or both, which are checked. Null for a site that the caller does not see. Requires the role create in the organization.',
    args: {
      site: t.arg.id({ required: true, description: 'Id of the site.' }),
      claims: t.arg({
        type: 'JSONObject',
        description:
          'Claims of the visitor, those of a token and, below `unsigned`, those of the address; at most 64 KiB, default none.',
      }),
      visitorToken: t.arg.string({ description: 'Token of the visitor, in place of `claims`.' }),
      shareKey: t.arg.string({ description: 'Key of a share link that the visitor has.' }),
    },
    extensions: { policy: 'site.update' },
    resolve: async (_root, { site: id, claims, ...credentials }, context) => {
      if (claims != null && credentials.visitorToken != null)
        throw badInput('claims', '`claims` and `visitorToken` exclude each other: the claims are those of the token');
      const site = await context.loaders.load(sitesById, id);
      if (!site || !can(context.viewer, 'site.view', site)) return null;
      authorize(context.viewer, 'site.update', site);
      return simulateVisitor(context, site, { ...credentials, claims: checkClaims(claims) });
    },
  }),
}));

async function simulateVisitor(
  context: Context,
  site: Row<'Site'>,
  { claims: givenClaims, ...credentials }: Credentials & { claims: ValueRecord },
): Promise<SimulatedVisitor> {
  const hasCredentials = credentials.visitorToken != null || credentials.shareKey != null;
  const authentication = hasCredentials
    ? await authenticateVisitor(context, { ...site, published: true }, credentials)
    : null;
  const structure = await loadVisibleStructure(context, site.id);
  if (typeof authentication === 'string')
    return {
      ...simulateRefused(structure),
      claims: {},
      refusal: refusals[authentication],
      identity: `${site.id} ${authentication}`,
    };
  // Visitors have no claims if the site's content is not adaptive, so the simulation has none either.
  const visitorClaims = authentication && credentials.visitorToken != null ? authentication.claims : givenClaims;
  const claims = site.adaptiveContent ? visitorClaims : {};
  const identity = createHash('sha256')
    .update(JSON.stringify([site.id, claims]))
    .digest('base64url');
  return { ...simulate(structure, claims), claims, refusal: null, identity };
}

const refusals: Record<Refusal, SimulatedVisitor['refusal']> = {
  NOT_PUBLISHED: null,
  NO_SHARE_KEY: 'no-share-key',
  NO_TOKEN: 'no-token',
};

function checkClaims(claims: unknown): ValueRecord {
  const { length } = JSON.stringify(claims ?? {});
  if (length <= maxClaims) return (claims ?? {}) as ValueRecord;
  throw badInput('claims', `\`claims\` must have at most ${maxClaims} characters (got ${length})`);
}
