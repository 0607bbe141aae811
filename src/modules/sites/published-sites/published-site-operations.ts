import type { Context } from '../../../api/graphql/execution/context.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import type { ValueRecord } from '../../../engine/text/expressions/expression.js';
import { badInput } from '../../../platform/base/errors.js';
import { shareKeyArgument } from '../../shared/share-key-argument.js';
import { sitesById } from '../sites/loaders.js';
import { admitVisitor } from './admission.js';
import { sitesByHostname } from './loaders.js';
import { PublishedSite } from './published-site.js';

/** Maximum length of the unsigned claims of a request, in characters of JSON. */
const maxClaims = 8_192;

builder.queryFields((t) => ({
  publishedSite: t.field({
    type: PublishedSite,
    nullable: true,
    description:
      'A published site as its visitor sees it, without an access token; null if there is none, or if it does not admit the visitor. Give exactly one of `id` and `hostname`.',
    args: {
      id: t.arg.id({ description: "The site's id." }),
      hostname: t.arg.string({ description: 'Its hostname, after it is confirmed.' }),
      shareKey: shareKeyArgument(t),
      visitorToken: t.arg.string({
        description: 'Token of the visitor, a JWT signed with a key of the site (HS256).',
      }),
      unsignedClaims: t.arg({
        type: 'JSONObject',
        description: 'Claims that nobody signed, which conditions read as `visitor.claims.unsigned`; at most 8 KiB.',
      }),
    },
    extensions: { policy: 'whom the visibility of the site admits' },
    resolve: async (_root, { id, hostname, unsignedClaims, ...given }, context) => {
      const site = await findSite(context, { id, hostname });
      return site && admitVisitor(context, site, { ...given, unsignedClaims: checkClaims(unsignedClaims) });
    },
  }),
}));

function findSite({ loaders }: Context, { id, hostname }: { id?: string | null; hostname?: string | null }) {
  if ((id == null) === (hostname == null))
    throw badInput('publishedSite', '`publishedSite` needs exactly one of `id` and `hostname`');
  return id == null ? loaders.load(sitesByHostname, hostname!.toLowerCase()) : loaders.load(sitesById, id);
}

function checkClaims(claims: unknown): ValueRecord | null {
  if (claims == null) return null;
  const { length } = JSON.stringify(claims);
  if (length <= maxClaims) return claims as ValueRecord;
  throw badInput('unsignedClaims', `\`unsignedClaims\` must have at most ${maxClaims} characters (got ${length})`);
}
