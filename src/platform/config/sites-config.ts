import { wholeNumber } from './rules.js';

/** Variables of published sites. */
export const siteVariables = {
  SHARED_CACHE_SECONDS: wholeNumber(0, 3_600, 'seconds for which shared caches may store public pages').default(60),
};
