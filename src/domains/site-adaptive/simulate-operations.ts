import { createHash } from 'node:crypto';
import { authorize, can } from '../../access/policy.js';
import type { ValueRecord } from '../../content/expressions/expression.js';
import { badInput } from '../../errors.js';
import { builder } from '../../graphql/builder.js';
import { shownStructure } from '../site-structure/shown-structure.js';
import { sitesById } from '../sites/loaders.js';
import { simulate } from './simulate.js';
import { SimulatedVisit } from './simulated-visit.js';

/** Characters of the JSON of the claims that a simulation takes. */
const maxClaims = 65_536;

builder.queryFields((t) => ({
  simulateVisitor: t.field({
    type: SimulatedVisit,
    nullable: true,
    description:
      'What a visitor with certain claims would be shown of a site, and why not the rest. Null for a site that the caller does not see. Takes the role create in the organization.',
    args: {
      site: t.arg.id({ required: true, description: 'Id of the site.' }),
      claims: t.arg({
        type: 'JSONObject',
        description:
          'The claims, those of a token and, below `unsigned`, those of the address; at most 64 KiB; absent: none.',
      }),
    },
    extensions: { policy: 'site.update' },
    resolve: async (_root, { site: id, claims: given }, context) => {
      const site = await context.loaders.load(sitesById, id);
      if (!site || !can(context.viewer, 'site.view', site)) return null;
      authorize(context.viewer, 'site.update', site);
      const checked = checkedClaims(given);
      // As visitors have them: where content does not adapt, nobody has any.
      const claims = site.adaptiveContent ? checked : {};
      const identity = createHash('sha256')
        .update(JSON.stringify([id, claims]))
        .digest('base64url');
      return { identity, claims, ...simulate(await shownStructure(context, id), claims) };
    },
  }),
}));

function checkedClaims(claims: unknown): ValueRecord {
  const { length } = JSON.stringify(claims ?? {});
  if (length <= maxClaims) return (claims ?? {}) as ValueRecord;
  throw badInput('claims', `\`claims\` must have at most ${maxClaims} characters, got ${length}`);
}
