import { documentedEnum } from '../../../api/graphql/schema/enums.js';

/** Visibility of published content (`ContentVisibility`). */
export const ContentVisibility = documentedEnum('ContentVisibility', 'Visibility of the content of a space.', {
  public: 'Anyone; indexed by search engines.',
  unlisted: 'Anyone; not indexed.',
  'share-link': 'Anyone with a secret token in the address.',
  'visitor-auth': 'Anyone authenticated through a JWT.',
  'in-collection': 'Anyone who can access the parent collection.',
  private: 'Authorized members.',
});

/** Edit mode of a space (`SpaceEditMode`). */
export const SpaceEditMode = documentedEnum('SpaceEditMode', 'Whether a space takes edits.', {
  live: 'Direct edits are allowed.',
  locked: 'All edits are refused.',
});

/** Role of members without a grant (`DefaultLevel`). */
export const DefaultLevel = documentedEnum('DefaultLevel', 'Role of members without a grant; null for none.', {
  admin: 'Administrate content.',
  create: 'Create content.',
  review: 'Review content.',
  edit: 'Edit content.',
  comment: 'Access content and discussions.',
  read: 'Read only.',
  inherit: "The level of the parent collection, then the member's own role.",
});

/** Language codes of content. */
export const languageCodes: readonly string[] =
  'en fr de es it pt pt-br ru ja zh yue ko ar hi nl pl tr sv no da fi el cs hu ro th vi id ms he uk sk bg hr lt lv et sl'.split(
    ' ',
  );
const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/** Languages of content (`TranslationLanguage`). */
export const TranslationLanguage = documentedEnum(
  'TranslationLanguage',
  'Language of content.',
  Object.fromEntries(languageCodes.map((code) => [code, `${languageNames.of(code)}.`])),
);
