/** A color as `#rrggbb`, in lower case. */
export type Hex = `#${string}`;

/** Parses a color in the form `#rgb` or `#rrggbb`; null for any other text. */
export function colorFrom(text: string): Hex | null {
  if (/^#[0-9a-f]{6}$/i.test(text)) return text.toLowerCase() as Hex;
  if (/^#[0-9a-f]{3}$/i.test(text)) return text.toLowerCase().replace(/[0-9a-f]/g, '$&$&') as Hex;
  return null;
}

/** Returns the contrast ratio of two colors, 1 to 21 (WCAG 2). */
export function contrast(left: Hex, right: Hex): number {
  const [darker, lighter] = [luminance(left), luminance(right)].sort((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}

/** Minimum contrast of readable text (WCAG 2, level AA). */
const readableContrast = 4.5;

/**
 * Returns a readable text color for a background. It is the given color if the contrast is sufficient. Otherwise it is
 * the nearest mix with sufficient contrast: with black on light backgrounds, with white on dark ones. Either black or
 * white always has sufficient contrast.
 */
export function readableColor(color: Hex, background: Hex): Hex {
  const end = contrastingColor(background);
  for (let step = 0; step < steps; step++) {
    const nearer = mixColors(end, color, step / steps);
    if (contrast(nearer, background) >= readableContrast) return nearer;
  }
  return end;
}

/** Returns black or white, depending on which has more contrast with a background. */
export function contrastingColor(background: Hex): Hex {
  return contrast('#000000', background) > contrast('#ffffff', background) ? '#000000' : '#ffffff';
}

/** Mixes two colors; `share` is the share of the first one, from 0 to 1. */
export function mixColors(color: Hex, into: Hex, share: number): Hex {
  const unit = channels(into);
  const mix = channels(color).map((channel, index) => Math.round(channel * share + unit[index]! * (1 - share)));
  return `#${mix.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Number of mixes to try between a color and black or white. */
const steps = 64;

function luminance(color: Hex): number {
  const [red, green, blue] = channels(color).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function channels(color: Hex): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
