import { textScalar } from '../../../api/graphql/schema/declare-scalars.js';

/** Name of a site. */
export const SiteTitle = textScalar('SiteTitle', { description: 'Name of a site.', minLength: 2, maxLength: 128 });

/** Name of a site in its published address. It cannot be an id, because ids contain `_`. */
export const SiteBasename = textScalar('SiteBasename', {
  description:
    'Name in the address of the published site: `a` to `z`, digits and `-`; it neither begins nor ends with `-`.',
  minLength: 1,
  maxLength: 100,
  pattern: '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$',
});

/** Host and path where a proxy shows a site. */
export const SiteProxyOrigin = textScalar('SiteProxyOrigin', {
  description: 'Host and path that visitors use, without a scheme: `www.example.com/docs`.',
  maxLength: 512,
  pattern: String.raw`^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$`,
});

/** The site's own hostname. */
export const SiteHostname = textScalar('SiteHostname', {
  description: 'Hostname with three labels or more, in lower case: `docs.example.com`.',
  maxLength: 512,
  pattern: '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$',
});
