import type { Theme } from '../../answers.js';
import { type Hex, mixed, readable, readableOn } from './colors.js';

/** Colors of the frame itself, by theme. */
export const surfaces: Record<Theme, Record<'page' | 'subtle' | 'line' | 'edge' | 'text' | 'soft', Hex>> = {
  light: { page: '#ffffff', subtle: '#f6f7f9', line: '#e2e5ea', edge: '#808997', text: '#1b2330', soft: '#525d6e' },
  dark: { page: '#12151b', subtle: '#1a1e26', line: '#2b313c', edge: '#717c8d', text: '#e3e7ed', soft: '#a2acbb' },
};

/** Custom properties of the colors of the frame. */
export function themeProperties(theme: Theme): string {
  return Object.entries(surfaces[theme])
    .map(([name, color]) => `--${name}: ${color};`)
    .join(' ');
}

/** How much of a color is in what it tints. */
const tint: Record<Theme, number> = { light: 0.1, dark: 0.16 };

/** The darkest tint of light pages, the lightest of dark ones: text that is readable on it is so on all others. */
const farthestTint: Record<Theme, Hex> = {
  light: tinted('#000000', 'light'),
  dark: tinted('#ffffff', 'dark'),
};

/**
 * Custom properties of a color of a theme: `--name` itself, for what is no text; `--name-text`, for text on the page and on
 * every tint; `--name-tint`, as a background.
 */
export function colorProperties(name: string, color: Hex, theme: Theme): string {
  const text = readable(color, farthestTint[theme]);
  return `--${name}:${color};--${name}-text:${text};--${name}-tint:${tinted(color, theme)};`;
}

/** Custom properties of the color that leads: as that of links, and of text on it. */
export function leadingProperties(color: Hex, theme: Theme): string {
  return `--link:${readable(color, surfaces[theme].subtle)};--on-primary:${readableOn(color)};`;
}

function tinted(color: Hex, theme: Theme): Hex {
  return mixed(color, surfaces[theme].page, tint[theme]);
}
