import type { Theme } from '../../responses.js';
import type { Hex } from './colors.js';
import { colorProperties } from './palette.js';

/** Text colors that are the same on all sites. */
const fixedColors: Record<string, Hex> = {
  green: '#1a8a4a',
  blue: '#2167d8',
  red: '#d0342c',
  orange: '#d2630d',
  yellow: '#b98500',
  purple: '#8440c9',
};

/** Names of the colors that each site can set. */
const themeColorNames = ['primary', 'info', 'success', 'warning', 'danger'];

/** Classes of text colors and background colors. Each text color is readable on each background color. */
export const namedColors = `:root { ${properties('light')} }
@media screen { [data-theme=dark] { ${properties('dark')} } }
${[...Object.keys(fixedColors), ...themeColorNames]
  .map(
    (name) =>
      `.color-${name} { color: var(--${name}-text) !important; }\n.background-${name} { background: var(--${name}-tint) !important; }`,
  )
  .join('\n')}
`;

function properties(theme: Theme): string {
  return Object.entries(fixedColors)
    .map(([name, color]) => colorProperties(name, color, theme))
    .join(' ');
}
