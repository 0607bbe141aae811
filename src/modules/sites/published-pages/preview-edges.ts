import { can } from '../../../access/policy.js';
import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { badInput } from '../../../platform/base/errors.js';
import { previewToken } from '../../../platform/secrets/preview-link.js';
import { Site } from '../sites/site.js';

/** Maximum length of the claims of a preview, in characters of JSON. The address of the preview contains them. */
const maxClaims = 4_096;

const SitePreview = builder.objectRef<{ url: string; expiresAt: Date }>('SitePreview').implement({
  description: 'The pages of a site as a visitor would see them, published or not.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    url: t.expose('url', {
      type: 'URL',
      description: 'Signed address of the preview, which opens it without a token; valid for a day.',
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'When the address expires.',
      resolve: ({ expiresAt }) => expiresAt.toISOString(),
    }),
  }),
});

builder.objectField(Site, 'preview', (t) =>
  t.field({
    type: SitePreview,
    nullable: true,
    description:
      'The pages of the site as a visitor with the given claims would see them, published or not. Null for callers who may not update the site.',
    args: {
      claims: t.arg({
        type: 'JSONObject',
        description: 'Claims of the visitor, with those of the address below `unsigned`; at most 4 KiB, default none.',
      }),
    },
    resolve: (site, { claims }, { viewer, urls, secret }) => {
      if (!can(viewer, 'site.update', site)) return null;
      const { token, expiresAt } = previewToken(secret, { siteId: site.id, claims: serializeClaims(claims) });
      return { url: `${urls.base}/preview/${token}`, expiresAt };
    },
  }),
);

function serializeClaims(claims: unknown): string {
  const text = JSON.stringify(claims ?? {});
  if (text.length <= maxClaims) return text;
  throw badInput('claims', `\`claims\` must have at most ${maxClaims} characters (got ${text.length})`);
}
