import type { Json } from '../../../engine/base/types.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { Locale } from '../../../render/html/layout/phrases.js';
import type { Look, ThemeColors } from '../../../render/html/layout/site-page.js';
import type { Theme } from '../../../render/html/responses.js';
import { customizationInForce } from '../sites/default-customization.js';

/** Settings of a site's customization that its pages use; the schema has validated them. */
export interface SiteLook extends Omit<Look, 'themeLinks'> {
  /** Title that visitors see. */
  title: string;
  /** Whether visitors may choose between light and dark. */
  isThemeChosen: boolean;
  hasSearch: boolean;
  hasPagination: boolean;
  /** Whether each page has a link to its Markdown version. */
  linksMarkdown: boolean;
  /** Whether links to other sites open a new window. */
  opensWindows: boolean;
  /** Addresses of the logo and favicon images. */
  images: string[];
}

/** Members of a customization that pages use, with the types of its schema. */
interface Members {
  title?: string;
  styling: Record<`${keyof ThemeColors}Color`, Record<Theme, string>>;
  internationalization: { locale: Locale };
  favicon: { icon?: Record<Theme, string> };
  header: { logo?: Record<Theme, string> };
  themes: { default: Theme; toggeable: boolean };
  ai: { mode: string };
  pagination: { enabled: boolean };
  pageActions: { markdown: boolean };
  externalLinks: { target: string };
}

/**
 * Returns the settings of a site that its pages use.
 * @param chosen theme that the visitor chose; null for none
 */
export function lookOf(site: Pick<Row<'Site'>, 'customization' | 'title'>, chosen: Theme | null): SiteLook {
  const set = customizationInForce(site) as { [name: string]: Json | undefined } as unknown as Members;
  const { themes, header, favicon } = set;
  return {
    title: set.title || site.title,
    locale: set.internationalization.locale,
    theme: (themes.toggeable ? chosen : null) ?? themes.default,
    isThemeChosen: themes.toggeable,
    colors: { light: colorsOf(set, 'light'), dark: colorsOf(set, 'dark') },
    logo: header.logo ?? null,
    favicon: favicon.icon ?? null,
    hasSearch: set.ai.mode !== 'none',
    hasPagination: set.pagination.enabled,
    linksMarkdown: set.pageActions.markdown,
    opensWindows: set.externalLinks.target === 'blank',
    images: [header.logo, favicon.icon].flatMap((image) => (image ? [image.light, image.dark] : [])),
  };
}

function colorsOf({ styling }: Members, theme: Theme): ThemeColors {
  return {
    primary: styling.primaryColor[theme],
    info: styling.infoColor[theme],
    success: styling.successColor[theme],
    warning: styling.warningColor[theme],
    danger: styling.dangerColor[theme],
  };
}
