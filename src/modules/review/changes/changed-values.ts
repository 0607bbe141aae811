import type { TypeParam } from '@pothos/core';
import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder, type SchemaTypes } from '../../../api/graphql/schema/builder.js';
import type { ChangedValue } from '../../../engine/change/diff/change.js';
import { FileDimensions } from '../../content/revisions/file.js';
import { Cover, MetaLinks, PageLayoutOptions } from '../../content/revisions/page-parts.js';
import { ContentReference, Variables } from '../../content/revisions/scalars.js';

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

/**
 * Declares the type `{ before, after }` for values of a type. A side without a value is null, and is omitted in `/v1`.
 */
function changed(name: string, type: TypeParam<Types>) {
  return builder.objectRef<ChangedValue<unknown>>(name).implement({
    description: 'A value before and after a change; null if there was or is none.',
    extensions: { guard: partOfGuardedObject },
    fields: (t) => ({
      before: t.field({ type, nullable: true, description: 'The value before.', resolve: side('before') }),
      after: t.field({ type, nullable: true, description: 'The value after.', resolve: side('after') }),
    }),
  });
}

const side = (name: keyof ChangedValue<unknown>) => (change: ChangedValue<unknown>) => change[name] as never;

/** Types of changed values, such as `ChangeAttributeString` of the contract. */
export const ChangedString = changed('ChangeAttributeString', 'String');
export const ChangedNumber = changed('ChangeAttributeNumber', 'Float');
export const ChangedBoolean = changed('ChangeAttributeBoolean', 'Boolean');
export const ChangedLayout = changed('ChangeAttributeRevisionPageLayout', PageLayoutOptions);
export const ChangedCover = changed('ChangeAttributeRevisionPageDocumentCover', Cover);
export const ChangedVariables = changed('ChangeAttributeVariables', Variables);
export const ChangedReference = changed('ChangeAttributeContentReference', ContentReference);
export const ChangedMetaLinks = changed('ChangeAttributeMetaLinks', MetaLinks);
export const ChangedSource = changed('ChangeAttributeComputedSource', 'JSONObject');
export const ChangedDimensions = changed('ChangeAttributeRevisionFileImageDimensions', FileDimensions);
