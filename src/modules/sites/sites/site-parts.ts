import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { describeFromNames, documentedEnum } from '../../../api/graphql/schema/enums.js';

/** Plans of sites (`SiteType`). */
export const SiteType = documentedEnum('SiteType', 'Plan of a site.', {
  basic: 'Basic plan.',
  premium: 'Premium plan.',
  ultimate: 'Ultimate plan.',
  sponsored: 'Sponsored by advertisements.',
  'legacy-basic': 'Former basic plan.',
  'legacy-premium': 'Former premium plan.',
});

const features =
  'sites-adaptive-content sites-advanced-customization sites-advanced-insights sites-ads sites-ai-search sites-ai-assistant sites-embed sites-api-playground sites-basic-customization sites-custom-domain sites-custom-fonts sites-custom-subdirectory sites-full-text-search sites-multivariant-site sites-no-custom-domain sites-page-feedback sites-page-traffic-insights sites-pdf-export sites-preview-deployments sites-public-visibility sites-redirects sites-search-insights sites-sections sites-seo sites-share-links sites-unlisted-visibility sites-user-contribution sites-visitor-authentication sites-visitors';

const SiteFeatureKey = documentedEnum(
  'SiteFeatureKey',
  'A feature of sites.',
  describeFromNames(features.split(' '), 'sites-'),
);

const customizations =
  'header-logo theme-preset premium-fonts custom-icons footer-logo footer-links footer-copyright semantic-colors';

const SiteCustomizationFeature = documentedEnum(
  'SiteCustomizationFeature',
  'A part of the customization of a site that a plan may include.',
  describeFromNames(customizations.split(' ')),
);

const SiteAdsStatus = documentedEnum('SiteAdsStatus', 'State of the advertisements on a site.', {
  pending: 'Not requested yet.',
  'in-review': 'Being reviewed.',
  rejected: 'Refused.',
  live: 'Shown.',
  disabled: 'Switched off.',
});

const SiteAdsTopic = documentedEnum('SiteAdsTopic', 'Topic of the advertisements on a site.', {
  webdev: 'Web development.',
  crypto: 'Cryptocurrencies.',
});

/** Advertisements on a site. */
export interface Ads {
  status: string;
  submittable?: boolean;
  topic?: string;
  reason?: string;
  zoneId?: string;
}

/** Advertisements on a site (`SiteAds`). */
export const SiteAds = builder.objectRef<Ads>('SiteAds').implement({
  description: 'Advertisements on a site.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    status: t.expose('status', { type: SiteAdsStatus, description: 'State of the advertisements.' }),
    submittable: t.exposeBoolean('submittable', {
      nullable: true,
      description: 'Whether they can be asked for a review.',
    }),
    topic: t.expose('topic', { type: SiteAdsTopic, nullable: true, description: 'Topic of the advertisements.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'Reason for the refusal.' }),
    zoneId: t.exposeString('zoneId', { nullable: true, description: 'Zone at the advertiser.' }),
  }),
});

/** A feature that the plan of a site includes. */
export interface Feature {
  id: string;
  plan: string;
  frozen: boolean;
  customizations?: string[];
}

/** A feature that the plan of a site includes (`SiteFeature`). */
export const SiteFeature = builder.objectRef<Feature>('SiteFeature').implement({
  description: 'A feature that the plan of a site includes.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    id: t.expose('id', { type: SiteFeatureKey, description: 'The feature.' }),
    plan: t.expose('plan', { type: SiteType, description: 'The plan that includes it.' }),
    frozen: t.exposeBoolean('frozen', { description: 'Whether it can no longer be changed.' }),
    customizations: t.expose('customizations', {
      type: [SiteCustomizationFeature],
      nullable: true,
      description: 'Parts of the customization that it includes.',
    }),
  }),
});
