import type { ScalarRef } from '@pothos/core';
import { can } from '../../../access/policy.js';
import type { Guard } from '../../../api/graphql/schema/access.js';
import { builder, type InputFields, type SchemaTypes } from '../../../api/graphql/schema/builder.js';
import { jsonScalar } from '../../../api/graphql/schema/declare-scalars.js';
import { internal } from '../../../api/graphql/schema/field-marks.js';
import type { Json } from '../../../engine/base/types.js';
import { type Member, type MemberName, members } from '../sites/customization-schema.js';
import type { Customization } from '../sites/default-customization.js';
import { SiteTitle } from '../sites/site-texts.js';
import { capitalized, memberType } from './member-types.js';

type MemberScalar = ScalarRef<PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>, Json, Json>;

/** For each member of the customization: its JSON scalar, such as `CustomizationStyling`, and its object type. */
const memberTypes = (Object.entries(members) as [MemberName, Member][]).map(([name, member]) => {
  const { schema, description, optional, forms } = member;
  const type: MemberScalar = jsonScalar(`Customization${capitalized(name)}`, { description, ...schema }, forms);
  return { name, type, objectType: memberType(name, schema, description), description, optional: optional ?? false };
});

const titleText = 'Name that visitors see; the title of the site if it is not set.';

/** Customization of a site, and the organization that owns the site. */
interface OwnedCustomization {
  organizationId: string;
  customization: Customization;
  /** Set if the reader is a visitor whom the site admits. */
  isPublished?: true;
}

/** Shows the customization to members of the organization, and to visitors whom the site admits. */
const seesCustomization: Guard<OwnedCustomization> = (site, { viewer }) =>
  site.isPublished === true || can(viewer, 'site.view', site);

/** Customization of a site (`SiteCustomizationSettings`). */
export const SiteCustomizationSettings = builder.objectRef<OwnedCustomization>('SiteCustomizationSettings').implement({
  description: 'The customization of a site, each member complete.',
  extensions: { guard: seesCustomization },
  fields: (t) => ({
    title: t.field({
      type: SiteTitle,
      nullable: true,
      description: titleText,
      resolve: ({ customization: { title } }) => title as string | undefined,
    }),
    ...Object.fromEntries(
      memberTypes.flatMap(({ name, type, objectType, description, optional }) => {
        const options = {
          nullable: optional,
          description,
          resolve: ({ customization }: OwnedCustomization) => (customization[name] ?? null) as never,
        };
        return [
          [name, t.field({ ...options, type: objectType }) as never],
          [`${name}JSON`, t.field({ ...options, type, extensions: internal }) as never],
        ];
      }),
    ),
  }),
});

/** Returns the input fields of the customization of a site, which is replaced as a whole. */
export const customizationFields = (t: InputFields) => ({
  title: t.field({ type: SiteTitle, description: titleText }),
  ...(Object.fromEntries(
    memberTypes.map(({ name, type, description, optional }) => [
      name,
      t.field({ type, required: !optional, description }),
    ]),
  ) as { [Name in MemberName]: ReturnType<typeof t.field<MemberScalar, false>> }),
});
