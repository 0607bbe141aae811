import type { Theme } from '../../responses.js';
import { contrastingColor, type Hex, mixColors, readableColor } from './colors.js';

/** Colors of the frame, by theme. */
export const surfaces: Record<Theme, Record<'page' | 'subtle' | 'line' | 'edge' | 'text' | 'soft', Hex>> = {
  light: { page: '#ffffff', subtle: '#f6f7f9', line: '#e2e5ea', edge: '#808997', text: '#1b2330', soft: '#525d6e' },
  dark: { page: '#12151b', subtle: '#1a1e26', line: '#2b313c', edge: '#717c8d', text: '#e3e7ed', soft: '#a2acbb' },
};

/** Returns the custom properties of the colors of the frame. */
export function themeProperties(theme: Theme): string {
  return Object.entries(surfaces[theme])
    .map(([name, color]) => `--${name}: ${color};`)
    .join(' ');
}

/** Share of a color in its tint; the rest of the tint is the color of the page. Tints are background colors. */
const tint: Record<Theme, number> = { light: 0.1, dark: 0.16 };

/**
 * Darkest possible tint on light pages, and lightest possible tint on dark pages. Text that is readable on it is also
 * readable on all other tints.
 */
const farthestTint: Record<Theme, Hex> = {
  light: tinted('#000000', 'light'),
  dark: tinted('#ffffff', 'dark'),
};

/**
 * Returns the custom properties of a color in a theme. `--name` is the color itself; do not use it for text.
 * `--name-text` is for text on the page and on every tint. `--name-tint` is for backgrounds.
 */
export function colorProperties(name: string, color: Hex, theme: Theme): string {
  const text = readableColor(color, farthestTint[theme]);
  return `--${name}:${color};--${name}-text:${text};--${name}-tint:${tinted(color, theme)};`;
}

/**
 * Returns the custom properties of the primary color: the color of links, and the color of text on a primary
 * background.
 */
export function leadingProperties(color: Hex, theme: Theme): string {
  return `--link:${readableColor(color, surfaces[theme].subtle)};--on-primary:${contrastingColor(color)};`;
}

function tinted(color: Hex, theme: Theme): Hex {
  return mixColors(color, surfaces[theme].page, tint[theme]);
}
