import type { Json } from '../../../engine/base/types.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { MemberName } from './customization-schema.js';

/** Customization of a site: its title and members. Optional members may be absent. */
export type Customization = { [Name in MemberName | 'title']?: Json };

const sameInBothThemes = (color: string) => ({ light: color, dark: color });

/** Customization of a site that has no settings. The manual contains the same table. */
export const defaults: Customization = {
  styling: {
    theme: 'clean',
    primaryColor: sameInBothThemes('#346DDB'),
    infoColor: sameInBothThemes('#787878'),
    successColor: sameInBothThemes('#00C950'),
    warningColor: sameInBothThemes('#FE9A00'),
    dangerColor: sameInBothThemes('#FB2C36'),
    corners: 'rounded',
    depth: 'subtle',
    links: 'default',
    font: 'Inter',
    monospaceFont: 'IBMPlexMono',
    background: 'plain',
    icons: 'regular',
    sidebar: { background: 'default', list: 'default' },
    search: 'prominent',
  },
  internationalization: { locale: 'en' },
  favicon: {},
  header: { preset: 'default', links: [] },
  footer: { groups: [] },
  themes: { default: 'light', toggeable: true },
  pdf: { enabled: true },
  feedback: { enabled: false },
  ai: { mode: 'search' },
  advancedCustomization: { enabled: true },
  git: { showEditLink: false },
  pageActions: { externalAI: false, markdown: true, mcp: false },
  externalLinks: { target: 'self' },
  pagination: { enabled: true },
  trademark: { enabled: false },
  privacyPolicy: {},
  socialPreview: {},
  insights: { trackingCookie: true },
};

/** Values of settings that this server does not support. The server stores the value `set`, but uses `instead`. */
const unsupportedValues: readonly [member: MemberName, key: string, set: Json, instead: Json][] = [
  ['feedback', 'enabled', true, false],
  ['ai', 'mode', 'assistant', 'search'],
  ['git', 'showEditLink', true, false],
  ['pageActions', 'externalAI', true, false],
  ['pageActions', 'mcp', true, false],
  ['insights', 'trackingCookie', true, false],
];

/** Returns the stored customization of a site, with defaults for absent members. */
export function customizationOf({ customization }: Pick<Row<'Site'>, 'customization'>): Customization {
  return { ...defaults, ...(customization as Customization | null) };
}

/** Returns the customization that visitors see: stored values that this server does not support are replaced. */
export function effectiveCustomization(site: Pick<Row<'Site'>, 'customization'>): Customization {
  const effective: Customization = customizationOf(site);
  for (const [member, key, set, instead] of unsupportedValues) {
    const value = effective[member] as { [key: string]: Json };
    if (value[key] === set) effective[member] = { ...value, [key]: instead };
  }
  return effective;
}
