import { createHash } from 'node:crypto';
import { stylesheet } from '../../../render/html/layout/stylesheet.js';
import { namedRanges, readSlice } from '../../../render/pdf/fonts/slices.js';

const family = 'noto-emoji';

const slices = namedRanges(family).map(([name, ranges], index) => ({ name, ranges, file: `~emoji-${index}.woff2` }));

/** A browser loads a slice when a page has one of its emoji, and no font of the reader does. */
const faces = slices.map(
  ({ file, ranges }) =>
    `@font-face { font-family: "Emoji"; font-weight: 300 700; src: url("${file}") format("woff2"); unicode-range: ${ranges}; }\n`,
);

/** The style sheet of all pages of all sites, with the font of the emoji that a reader's machine does not have. */
export const styleSheet = faces.join('') + stylesheet;

/** Changes with the style sheet: in its address, it says what may be kept for good. */
export const styleSheetHash = createHash('sha256').update(styleSheet).digest('base64url').slice(0, 16);

/** The bytes of a slice of the font by its name in the style sheet; undefined for any other. */
export function emojiFont(file: string): Uint8Array | undefined {
  const slice = slices.find((one) => one.file === file);
  return slice && readSlice({ family, name: slice.name }, false);
}
