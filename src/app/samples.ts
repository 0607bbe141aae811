import { collectionSamples } from '../modules/content/collections/samples.js';
import { contentSamples } from '../modules/content/revisions/samples.js';
import { searchSamples } from '../modules/content/search/samples.js';
import { spaceSamples } from '../modules/content/spaces/samples.js';
import { conversationSamples } from '../modules/conversations/samples.js';
import { memberSamples } from '../modules/identity/members/samples.js';
import { organizationSamples } from '../modules/identity/organizations/samples.js';
import { ssoSamples } from '../modules/identity/sso/samples.js';
import { teamSamples } from '../modules/identity/teams/samples.js';
import { userSamples } from '../modules/identity/users/samples.js';
import { linkSamples } from '../modules/links/samples.js';
import { pdfSamples } from '../modules/pdf/samples.js';
import { changeRequestSamples } from '../modules/review/change-requests/samples.js';
import { changeSamples } from '../modules/review/changes/samples.js';
import { commentSamples } from '../modules/review/comments/samples.js';
import { contributorSamples } from '../modules/review/contributors/samples.js';
import { reviewSamples } from '../modules/review/reviews/samples.js';
import { templateSamples } from '../modules/review/templates/samples.js';
import { parameters, type Samples } from '../modules/shared/samples.js';
import { grantSamples } from '../modules/sharing/grants/samples.js';
import { inviteSamples } from '../modules/sharing/invites/samples.js';
import { publishedSiteSamples } from '../modules/sites/published-sites/samples.js';
import { adaptiveSamples } from '../modules/sites/site-adaptive/samples.js';
import { siteAudienceSamples } from '../modules/sites/site-audience/samples.js';
import { siteCustomizationSamples } from '../modules/sites/site-customization/samples.js';
import { siteStructureSamples } from '../modules/sites/site-structure/samples.js';
import { siteSamples } from '../modules/sites/sites/samples.js';
import { specificationSamples } from '../modules/specifications/samples.js';
import { glossarySamples } from '../modules/translations/glossary/samples.js';
import { translationSamples } from '../modules/translations/samples.js';

/** The sample of each operation of `/v1`, by operation id. */
export const samples: Samples = {
  ...userSamples,
  ...organizationSamples,
  ...memberSamples,
  ...teamSamples,
  ...spaceSamples,
  ...collectionSamples,
  ...grantSamples,
  ...inviteSamples,
  ...ssoSamples,
  ...contentSamples,
  ...changeRequestSamples,
  ...contributorSamples,
  ...reviewSamples,
  ...commentSamples,
  ...changeSamples,
  ...templateSamples,
  ...searchSamples,
  ...linkSamples,
  ...pdfSamples,
  ...siteSamples,
  ...siteStructureSamples,
  ...siteCustomizationSamples,
  ...siteAudienceSamples,
  ...adaptiveSamples,
  ...publishedSiteSamples,
  ...specificationSamples,
  ...conversationSamples,
  ...translationSamples,
  ...glossarySamples,
};

/** Samples and parameter examples that the OpenAPI description of `/v1` shows. */
export const examples = { samples, parameters };
