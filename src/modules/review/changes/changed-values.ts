import type { TypeParam } from '@pothos/core';
import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder, type SchemaTypes } from '../../../api/graphql/schema/builder.js';
import type { ChangedValue } from '../../../engine/change/diff/change.js';
import { FileDimensions } from '../../content/revisions/file.js';
import { Cover, MetaLinks, PageLayoutOptions } from '../../content/revisions/page-parts.js';
import { ContentReference, Variables } from '../../content/revisions/scalars.js';

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

/**
 * Declares a GraphQL type with the fields `before` and `after` for values of a type. A field without a value is null;
 * `/v1` omits it.
 */
function declareChangedType(name: string, type: TypeParam<Types>) {
  return builder.objectRef<ChangedValue<unknown>>(name).implement({
    description: 'A value before and after a change; null if there was or is none.',
    extensions: { guard: partOfGuardedObject },
    fields: (t) => ({
      before: t.field({ type, nullable: true, description: 'The value before.', resolve: sideResolver('before') }),
      after: t.field({ type, nullable: true, description: 'The value after.', resolve: sideResolver('after') }),
    }),
  });
}

const sideResolver = (name: keyof ChangedValue<unknown>) => (change: ChangedValue<unknown>) => change[name] as never;

/** Types of changed values (`ChangeAttributeString` and so on in the contract). */
export const ChangedString = declareChangedType('ChangeAttributeString', 'String');
export const ChangedNumber = declareChangedType('ChangeAttributeNumber', 'Float');
export const ChangedBoolean = declareChangedType('ChangeAttributeBoolean', 'Boolean');
export const ChangedLayout = declareChangedType('ChangeAttributeRevisionPageLayout', PageLayoutOptions);
export const ChangedCover = declareChangedType('ChangeAttributeRevisionPageDocumentCover', Cover);
export const ChangedVariables = declareChangedType('ChangeAttributeVariables', Variables);
export const ChangedReference = declareChangedType('ChangeAttributeContentReference', ContentReference);
export const ChangedMetaLinks = declareChangedType('ChangeAttributeMetaLinks', MetaLinks);
export const ChangedSource = declareChangedType('ChangeAttributeComputedSource', 'JSONObject');
export const ChangedDimensions = declareChangedType('ChangeAttributeRevisionFileImageDimensions', FileDimensions);
