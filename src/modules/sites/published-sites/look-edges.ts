import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { internal } from '../../../api/graphql/schema/field-marks.js';
import { SiteCustomizationSettings } from '../site-customization/customization.js';
import { effectiveCustomization } from '../sites/default-customization.js';
import { PublishedSite } from './published-site.js';
import type { PublishedView } from './published-view.js';

const SiteIntegrationScript = builder
  .objectRef<{ script: string; contentSecurityPolicy?: string; cookies: boolean }>('SiteIntegrationScript')
  .implement({
    description: 'A script that an integration adds to the pages of a site.',
    extensions: { guard: partOfGuardedObject },
    fields: (t) => ({
      script: t.expose('script', { type: 'URL', description: 'Address of the script.' }),
      contentSecurityPolicy: t.exposeString('contentSecurityPolicy', {
        nullable: true,
        description: 'Permissions that the script needs.',
      }),
      cookies: t.exposeBoolean('cookies', { description: 'Whether it sets cookies.' }),
    }),
  });

const PublishedCustomizations = builder.objectRef<PublishedView>('PublishedCustomizations').implement({
  description: 'The customization of a site and of the spaces on it.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    site: t.field({
      type: SiteCustomizationSettings,
      description: 'The customization of the site.',
      resolve: effectiveSettings,
    }),
    siteSpaces: t.field({
      type: 'JSONObject',
      description:
        'The customization of spaces on the site, by their ids there: always empty, as no space has its own.',
      resolve: () => ({}),
    }),
  }),
});

builder.objectFields(PublishedSite, (t) => ({
  customization: t.field({
    type: SiteCustomizationSettings,
    description: 'The customization of the site.',
    resolve: effectiveSettings,
  }),
  customizations: t.field({
    type: PublishedCustomizations,
    description: 'The look of the site and of the spaces on it.',
    extensions: internal,
    resolve: (view) => view,
  }),
  scripts: t.field({
    type: [SiteIntegrationScript],
    description: 'Scripts that integrations add to pages; none is installed.',
    extensions: internal,
    resolve: () => [],
  }),
}));

function effectiveSettings({ site }: PublishedView) {
  return {
    organizationId: site.organizationId,
    customization: effectiveCustomization(site),
    isPublished: true as const,
  };
}
