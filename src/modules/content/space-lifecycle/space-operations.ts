import { builder } from '../../../api/graphql/schema/builder.js';
import { textScalar } from '../../../api/graphql/schema/declare-scalars.js';
import { mutation } from '../../../api/graphql/schema/mutation.js';
import { nullClears } from '../../../api/graphql/schema/null-clears.js';
import { MergeRulesInput, storedRules } from '../../identity/merge-rule-settings/merge-rule-types.js';
import { Emoji } from '../../shared/emoji.js';
import { presentShareKey } from '../../shared/presented-keys.js';
import { shareKeyArgument } from '../../shared/share-key-argument.js';
import { DefaultLevel, SpaceEditMode, TranslationLanguage } from '../collections/enums.js';
import { spacesById } from '../spaces/loaders.js';
import { Space } from '../spaces/space.js';
import { spacePayload } from '../spaces/space-payload.js';
import { spaceTitle } from '../spaces/space-title.js';
import { ApplySpaceTemplateInput, applicationOf } from '../template-copies/template-input.js';
import { createSpace, updateSpace } from './actions.js';
import { createSpaceFromTemplate } from './from-template-actions.js';

const SpaceTitle = textScalar('SpaceTitle', spaceTitle);

builder.queryFields((t) => ({
  space: t.field({
    type: Space,
    nullable: true,
    description: 'A space by its id.',
    args: {
      id: t.arg.id({ required: true, description: "The space's id." }),
      shareKey: shareKeyArgument(t),
    },
    extensions: { policy: 'guard of Space' },
    resolve: (_root, { id, shareKey }, context) => {
      presentShareKey(context, shareKey);
      return context.loaders.load(spacesById, id);
    },
  }),
}));

mutation('createSpace', {
  description: 'Creates a space at the root or in a collection, empty or with the content of a template.',
  policy: ['organization.createContent', 'collection.createContent'],
  takes: 'Fields of a new space; all except the organization have a default.',
  input: (t) => ({
    organization: t.id({ required: true, description: 'Id of the organization.' }),
    title: t.field({ type: SpaceTitle, description: 'Title; default `Untitled`.' }),
    emoji: t.field({ type: Emoji, description: 'Emoji; default none.' }),
    parent: t.id({ description: 'Id of the collection to put it into; default the root.' }),
    language: t.field({ type: TranslationLanguage, description: 'Language of the content.' }),
    editMode: t.field({
      type: SpaceEditMode,
      description: 'Whether it takes edits; default `LIVE`.',
    }),
    template: t.field({
      type: ApplySpaceTemplateInput,
      description: 'A template whose content the space gets.',
    }),
    computedSource: t.field({
      type: 'JSONObject',
      description: 'Source that computes the pages: an OpenAPI specification, a translation, or an integration.',
    }),
    empty: t.field({
      type: 'True',
      description: 'Says that the space starts empty, which it does without a template anyway; only true.',
    }),
  }),
  action: async ({ template, ...space }, context) => ({
    id: template
      ? await createSpaceFromTemplate(context, { ...space, template: applicationOf(template) })
      : await createSpace(context, space),
  }),
  payload: spacePayload('The new space.'),
});

mutation('updateSpace', {
  description: 'Updates the settings of a space.',
  policy: 'space.update',
  takes: 'Changes to a space; absent fields stay.',
  input: (t) => ({
    space: t.id({ required: true, description: 'Id of the space.' }),
    title: t.field({ type: SpaceTitle, description: 'New title.' }),
    emoji: t.field({
      type: Emoji,
      description: 'Emoji, which replaces an icon; null for none.',
      extensions: nullClears,
    }),
    icon: t.field({
      type: 'URL',
      description: 'Address of an icon, which replaces an emoji; null for none.',
      extensions: nullClears,
    }),
    editMode: t.field({ type: SpaceEditMode, description: 'Whether the space takes edits.' }),
    defaultLevel: t.field({
      type: DefaultLevel,
      description: 'Role of members without a grant; null for none.',
      extensions: nullClears,
    }),
    language: t.field({ type: TranslationLanguage, description: 'Language of the content.' }),
    mergeRules: t.field({
      type: MergeRulesInput,
      description: 'Rules for merging change requests.',
    }),
  }),
  action: async ({ space, mergeRules, ...changes }, context) => {
    await updateSpace(context, space, { ...changes, mergeRules: storedRules(mergeRules) });
    return { id: space };
  },
  payload: spacePayload('The changed space.'),
});
