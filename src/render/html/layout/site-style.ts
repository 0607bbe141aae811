import type { Theme } from '../responses.js';
import type { Look, ThemeColors } from './site-page.js';
import { colorFrom, type Hex } from './style/colors.js';
import { colorProperties, leadingProperties } from './style/palette.js';

/**
 * Returns the inline style of a page: the colors of its site as custom properties. An invalid color is replaced by the
 * default, so that the style can contain only colors. Printed pages are always light.
 */
export function siteStyle({ colors }: Pick<Look, 'colors'>): string {
  return `:root{${properties(colors.light, 'light')}}@media screen{[data-theme=dark]{${properties(colors.dark, 'dark')}}}`;
}

/** Default colors of sites. */
const ownColors: Record<keyof ThemeColors, Hex> = {
  primary: '#346ddb',
  info: '#787878',
  success: '#00c950',
  warning: '#fe9a00',
  danger: '#fb2c36',
};

function properties(colors: ThemeColors, theme: Theme): string {
  const names = Object.keys(ownColors) as (keyof ThemeColors)[];
  const colorOf = (name: keyof ThemeColors): Hex => colorFrom(colors[name]) ?? ownColors[name];
  return (
    names.map((name) => colorProperties(name, colorOf(name), theme)).join('') +
    leadingProperties(colorOf('primary'), theme)
  );
}
