import { builder } from '../../../api/graphql/schema/builder.js';
import { shareKeyArgument } from '../../shared/share-key-argument.js';
import { Site } from '../sites/site.js';
import { viewForMember } from './admission.js';
import { PublishedSite } from './published-site.js';

builder.objectFields(Site, (t) => ({
  publishedContent: t.field({
    type: PublishedSite,
    nullable: true,
    description:
      'The published site; null while it is not published. Members are visitors of a site with visitor authentication; if a key is missing, they see the spaces that they may see.',
    args: { shareKey: shareKeyArgument(t) },
    resolve: (site, args, context) => (site.published ? viewForMember(context, site, args) : null),
  }),
}));
