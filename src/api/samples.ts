import { changeRequestSamples } from '../domains/change-requests/samples.js';
import { changeSamples } from '../domains/changes/samples.js';
import { collectionSamples } from '../domains/collections/samples.js';
import { commentSamples } from '../domains/comments/samples.js';
import { contributorSamples } from '../domains/contributors/samples.js';
import { conversationSamples } from '../domains/conversations/samples.js';
import { glossarySamples } from '../domains/glossary/samples.js';
import { grantSamples } from '../domains/grants/samples.js';
import { inviteSamples } from '../domains/invites/samples.js';
import { linkSamples } from '../domains/links/samples.js';
import { memberSamples } from '../domains/members/samples.js';
import { organizationSamples } from '../domains/organizations/samples.js';
import { pdfSamples } from '../domains/pdf/samples.js';
import { publishedSiteSamples } from '../domains/published-sites/samples.js';
import { reviewSamples } from '../domains/reviews/samples.js';
import { contentSamples } from '../domains/revisions/samples.js';
import { searchSamples } from '../domains/search/samples.js';
import { parameters, type Samples } from '../domains/shared/samples.js';
import { adaptiveSamples } from '../domains/site-adaptive/samples.js';
import { siteAudienceSamples } from '../domains/site-audience/samples.js';
import { siteCustomizationSamples } from '../domains/site-customization/samples.js';
import { siteStructureSamples } from '../domains/site-structure/samples.js';
import { siteSamples } from '../domains/sites/samples.js';
import { spaceSamples } from '../domains/spaces/samples.js';
import { specificationSamples } from '../domains/specifications/samples.js';
import { ssoSamples } from '../domains/sso/samples.js';
import { teamSamples } from '../domains/teams/samples.js';
import { templateSamples } from '../domains/templates/samples.js';
import { translationSamples } from '../domains/translations/samples.js';
import { userSamples } from '../domains/users/samples.js';

/** The sample of every operation of `/v1`, by its id. */
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

/** What the description of `/v1` shows of them. */
export const examples = { samples, parameters };
