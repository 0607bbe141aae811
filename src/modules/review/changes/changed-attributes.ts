import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder, type Fields } from '../../../api/graphql/schema/builder.js';
import { emojiCode } from '../../../engine/base/emoji/emoji.js';
import type { File } from '../../../engine/base/types.js';
import type {
  ChangedAttributes,
  ChangedValue,
  FileEdited,
  PageAttributes,
} from '../../../engine/change/diff/change.js';
import type { Urls } from '../../../platform/urls/urls.js';
import type { ContentView } from '../../content/revisions/content-view.js';
import { downloadOf } from '../../content/revisions/file.js';
import { emojiCodeText } from '../../shared/emoji.js';
import {
  ChangedBoolean,
  ChangedCover,
  ChangedDimensions,
  ChangedLayout,
  ChangedMetaLinks,
  ChangedNumber,
  ChangedReference,
  ChangedSource,
  ChangedString,
  ChangedVariables,
} from './changed-values.js';

type ChangedType = typeof ChangedString;

/** Returns a GraphQL field for each attribute in `types`. A field is null if its attribute did not change. */
function attributeFields<Attributes extends object>(
  t: Fields<Attributes>,
  types: { [Name in keyof Attributes]?: readonly [ChangedType, string] },
) {
  const fields = Object.entries(types).map(([name, entry]) => {
    const [type, description] = entry as readonly [ChangedType, string];
    const resolve = (attributes: Attributes): ChangedValue<unknown> | undefined =>
      attributes[name as keyof Attributes] as never;
    return [name, t.field({ type, nullable: true, description, resolve: resolve as never })];
  });
  return Object.fromEntries(fields) as Record<string, ReturnType<Fields<Attributes>['boolean']>>;
}

/** Attributes of a page that a rename can change. */
const nameAttributes = {
  title: [ChangedString, 'Title.'],
  slug: [ChangedString, 'Last segment of the path.'],
  path: [ChangedString, 'Path inside the space, if it does not follow from the path of the parent page.'],
} as const;

/** Changed attributes of a page, with the code points of its emoji. */
type PageAttributesView = ChangedAttributes<PageAttributes> & { emojiCode?: ChangedValue<string> };

/** Changed attributes of a page of any kind: document, group or link. */
export const PageChangeAttributes = builder.objectRef<PageAttributesView>('RevisionPageChangeAttributes').implement({
  description: 'Attributes of a page that changed; null for those that did not.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) =>
    attributeFields(t, {
      ...nameAttributes,
      linkTitle: [ChangedString, 'Title in links and navigation.'],
      description: [ChangedString, 'Description of the page.'],
      document: [ChangedString, 'Id of the text (`documentId` of the page).'],
      emoji: [ChangedString, 'Emoji, as characters.'],
      icon: [ChangedString, 'Icon.'],
      condition: [ChangedString, 'Expression that decides who sees the page.'],
      hidden: [ChangedBoolean, 'Whether navigation leaves the page out.'],
      noIndex: [ChangedBoolean, 'Whether search leaves the page out.'],
      noRobotsIndex: [ChangedBoolean, 'Whether search engines are asked to leave the page out.'],
      layout: [ChangedLayout, 'Parts that are visible.'],
      cover: [ChangedCover, 'Picture at the top.'],
      variables: [ChangedVariables, 'Variables of the page.'],
      metaLinks: [ChangedMetaLinks, 'Alternate addresses of the same page, for search engines.'],
      target: [ChangedReference, 'Target of a link page.'],
      computed: [ChangedSource, 'Source that computes the page.'],
      emojiCode: [ChangedString, emojiCodeText],
    }),
});

/** Converts the changed attributes of a page to the form that `PageChangeAttributes` reads. */
export function pageAttributesView(attributes: ChangedAttributes<PageAttributes>): PageAttributesView {
  const { emoji } = attributes;
  if (!emoji) return attributes;
  const codes = Object.entries(emoji).map(([side, characters]) => [side, characters && emojiCode(characters)]);
  return { ...attributes, emojiCode: Object.fromEntries(codes) };
}

/** Former and current title, slug and path of a renamed page. */
export const PageNames = builder
  .objectRef<ChangedAttributes<Pick<PageAttributes, 'title' | 'slug' | 'path'>>>('RevisionPageNames')
  .implement({
    description: 'Former and present names of a page; null for those that did not change.',
    extensions: { guard: partOfGuardedObject },
    fields: (t) => attributeFields(t, nameAttributes),
  });

/** Changed attributes of a file, with download URLs in addition to the hashes. */
type FileAttributes = FileEdited['attributes'] & { downloadURL?: ChangedValue<string> };

/** Changed attributes of a file (`RevisionFileChangeAttributes` of the contract). */
export const FileChangeAttributes = builder.objectRef<FileAttributes>('RevisionFileChangeAttributes').implement({
  description: 'Attributes of a file that changed; null for those that did not.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) =>
    attributeFields(t, {
      name: [ChangedString, 'Name.'],
      path: [ChangedString, 'Path in the folder.'],
      downloadURL: [ChangedString, 'Signed addresses, if the bytes differ.'],
      size: [ChangedNumber, 'Size in bytes.'],
      contentType: [ChangedString, 'Media type.'],
      dimensions: [ChangedDimensions, 'Width and height of an image in pixels.'],
    }),
});

/** The two states of a file, each with the content that contains it. */
interface FileStates {
  before: { file: File; content: ContentView };
  after: { file: File; content: ContentView };
}

/** Returns the changed attributes of a file. Adds download URLs if its bytes changed. */
export function fileAttributesView(
  attributes: FileEdited['attributes'],
  states: FileStates,
  urls: Urls,
): FileAttributes {
  if (!attributes.blob) return attributes;
  return {
    ...attributes,
    downloadURL: { before: downloadOf(states.before, urls), after: downloadOf(states.after, urls) },
  };
}

/** Changed attributes of a reusable content (`RevisionReusableContentChangeAttributes` of the contract). */
export const ReusableContentChangeAttributes = builder
  .objectRef<ChangedAttributes<{ title: string; document?: string }>>('RevisionReusableContentChangeAttributes')
  .implement({
    description: 'Attributes of a reusable content that changed; null for those that did not.',
    extensions: { guard: partOfGuardedObject },
    fields: (t) =>
      attributeFields(t, { title: [ChangedString, 'Title.'], document: [ChangedString, 'Id of its document.'] }),
  });
