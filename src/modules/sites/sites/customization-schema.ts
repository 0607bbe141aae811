import type { ScalarForms } from '../../../api/graphql/schema/declare-scalars.js';
import { emojiMemberForms, emojiSchema } from '../../shared/emoji.js';
import {
  arrayOf,
  contentLink,
  enabled,
  enumOf,
  flag,
  fontOf,
  object,
  reference,
  type Schema,
  stringUpTo,
  themedColor,
  themedUrl,
  url,
} from './schema-parts.js';

/** A member of the customization of a site: its description, its schema, and whether it may be absent. */
export interface Member {
  description: string;
  schema: Schema;
  optional?: true;
  /** Conversions of its values, in addition to the schema. */
  forms?: ScalarForms;
}

const styling = object(
  {
    theme: enumOf('clean muted bold gradient'),
    primaryColor: themedColor,
    tint: object({ color: themedColor }),
    infoColor: themedColor,
    successColor: themedColor,
    warningColor: themedColor,
    dangerColor: themedColor,
    corners: enumOf('straight rounded circular'),
    depth: enumOf('subtle flat'),
    links: enumOf('default accent'),
    font: fontOf(
      'ABCFavorit Inter Roboto RobotoSlab OpenSans SourceSansPro Lato Ubuntu Raleway Merriweather Overpass NotoSans IBMPlexSerif Poppins FiraSans',
    ),
    monospaceFont: fontOf('FiraCode IBMPlexMono JetBrainsMono SourceCodePro RobotoMono SpaceMono DMMono Inconsolata'),
    background: enumOf('plain match'),
    icons: enumOf('regular solid duotone light thin'),
    sidebar: object({ background: enumOf('default filled'), list: enumOf('default pill line') }),
    search: enumOf('prominent subtle'),
  },
  ['tint'],
);

const headerItem = object(
  {
    title: { type: 'string' },
    style: enumOf('link button-primary button-secondary'),
    to: { anyOf: [...(reference.oneOf as Schema[]), { type: 'null' }] },
    links: arrayOf(contentLink),
    condition: stringUpTo(1024),
  },
  ['style', 'condition'],
);

const header = object(
  {
    preset: enumOf('default bold contrast custom none'),
    logo: themedUrl,
    backgroundColor: themedColor,
    linkColor: themedColor,
    links: arrayOf(headerItem),
  },
  ['logo', 'backgroundColor', 'linkColor'],
);

const footerGroup = object({ title: { type: 'string' }, links: arrayOf(contentLink) });

const announcement = object(
  { enabled: flag, message: stringUpTo(128, 2), link: contentLink, style: enumOf('info warning danger success') },
  ['link'],
);

/** Members of the customization of a site (`SiteCustomizationSettings`), except its title. */
export const members = {
  styling: { description: 'Colors, fonts and shapes.', schema: styling },
  internationalization: {
    description: 'Language of the texts of the site itself.',
    schema: object({ locale: enumOf('en fr es zh ja de nl no pt-br ru') }),
  },
  favicon: {
    description: 'Icon of the site: an emoji, or addresses of a light and a dark image; empty for none.',
    schema: { oneOf: [object({ icon: themedUrl }), object({ emoji: emojiSchema }), object({})] },
    forms: emojiMemberForms,
  },
  header: { description: 'Logo, colors and links on top of each page.', schema: header },
  footer: {
    description: 'Logo, links and copyright below each page.',
    schema: object({ logo: themedUrl, groups: arrayOf(footerGroup), copyright: stringUpTo(300) }, [
      'logo',
      'copyright',
    ]),
  },
  announcement: { description: 'A banner above each page.', schema: announcement, optional: true },
  themes: {
    description: 'The theme that visitors see first, and whether they can choose another.',
    schema: object({ default: enumOf('light dark'), toggeable: flag }),
  },
  pdf: { description: 'Whether visitors can print pages to a PDF.', schema: enabled },
  feedback: { description: 'Whether visitors can rate pages.', schema: enabled },
  ai: {
    description: 'Whether visitors search, or ask an assistant.',
    schema: object({ mode: enumOf('none search assistant') }),
  },
  advancedCustomization: { description: 'Whether the expert settings apply.', schema: enabled },
  git: { description: 'Whether pages link to their source in git.', schema: object({ showEditLink: flag }) },
  pageActions: {
    description: 'Actions that visitors have on a page: open it in an assistant, copy it as Markdown, connect by MCP.',
    schema: object({ externalAI: flag, markdown: flag, mcp: flag }),
  },
  externalLinks: { description: 'Where links to other sites open.', schema: object({ target: enumOf('self blank') }) },
  pagination: { description: 'Whether pages link to the previous and the next page.', schema: enabled },
  trademark: { description: 'Whether the mark of this software is shown.', schema: enabled },
  privacyPolicy: { description: 'Address of the privacy policy.', schema: object({ url }, ['url']) },
  socialPreview: {
    description: 'Address of the image in previews of links to the site.',
    schema: object({ url }, ['url']),
  },
  insights: { description: 'Whether visitors are counted with a cookie.', schema: object({ trackingCookie: flag }) },
} as const satisfies Record<string, Member>;

/** Name of a member. */
export type MemberName = keyof typeof members;
