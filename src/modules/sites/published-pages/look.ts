import type { Json } from '../../../engine/base/types.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { Locale } from '../../../render/html/layout/phrases.js';
import type { Look, ThemeColors } from '../../../render/html/layout/site-page.js';
import type { Theme } from '../../../render/html/responses.js';
import { effectiveCustomization } from '../sites/default-customization.js';

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
interface CustomizationMembers {
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
 * @param chosenTheme theme that the visitor chose; null for none
 */
export function siteLook(site: Pick<Row<'Site'>, 'customization' | 'title'>, chosenTheme: Theme | null): SiteLook {
  const customization = effectiveCustomization(site) as {
    [name: string]: Json | undefined;
  } as unknown as CustomizationMembers;
  const { themes, header, favicon } = customization;
  return {
    title: customization.title || site.title,
    locale: customization.internationalization.locale,
    theme: (themes.toggeable ? chosenTheme : null) ?? themes.default,
    isThemeChosen: themes.toggeable,
    colors: { light: colorsOf(customization, 'light'), dark: colorsOf(customization, 'dark') },
    logo: header.logo ?? null,
    favicon: favicon.icon ?? null,
    hasSearch: customization.ai.mode !== 'none',
    hasPagination: customization.pagination.enabled,
    linksMarkdown: customization.pageActions.markdown,
    opensWindows: customization.externalLinks.target === 'blank',
    images: [header.logo, favicon.icon].flatMap((image) => (image ? [image.light, image.dark] : [])),
  };
}

function colorsOf({ styling }: CustomizationMembers, theme: Theme): ThemeColors {
  return {
    primary: styling.primaryColor[theme],
    info: styling.infoColor[theme],
    success: styling.successColor[theme],
    warning: styling.warningColor[theme],
    danger: styling.dangerColor[theme],
  };
}
