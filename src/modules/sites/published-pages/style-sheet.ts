import { createHash } from 'node:crypto';
import { stylesheet } from '../../../render/html/layout/stylesheet.js';
import { namedRanges, readSlice } from '../../../render/pdf/fonts/slices.js';

const family = 'noto-emoji';

const slices = namedRanges(family).map(([name, ranges], index) => ({ name, ranges, file: `~emoji-${index}.woff2` }));

/**
 * The emoji font is split into slices. A browser loads a slice only if the page contains one of its emoji and no
 * installed font has it.
 */
const fontFaces = slices.map(
  ({ file, ranges }) =>
    `@font-face { font-family: "Emoji"; font-weight: 300 700; src: url("${file}") format("woff2"); unicode-range: ${ranges}; }\n`,
);

/**
 * Style sheet of all pages of all sites. It includes a font for emoji that the fonts of the reader's device do not
 * have.
 */
export const styleSheet = fontFaces.join('') + stylesheet;

/**
 * Hash of the style sheet. The URL of the style sheet contains it, so browsers may cache the style sheet permanently.
 */
export const styleSheetHash = createHash('sha256').update(styleSheet).digest('base64url').slice(0, 16);

/**
 * Returns the bytes of a slice of the emoji font, by its file name in the style sheet; undefined for any other name.
 */
export function emojiFont(file: string): Uint8Array | undefined {
  const slice = slices.find((one) => one.file === file);
  return slice && readSlice({ family, name: slice.name }, false);
}
