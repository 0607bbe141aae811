import type { RenderedText } from './rendered.js';

/** Tags of headings; in rendered text a `<` that is no tag stands as a reference. */
const tags = /<(\/?)h([2-4])(?=[ >])/g;

/**
 * A text whose headings begin at `h2`, right below the title of the page: below a title many authors begin with the second
 * level, and readers who go from heading to heading would look for the one that is left out.
 */
export function headingsBelowTitle(text: RenderedText): RenderedText {
  const html = text.pieces.filter((piece) => typeof piece === 'string');
  const levels = html.flatMap((piece) => [...piece.matchAll(tags)].map(([, , level]) => Number(level)));
  const above = Math.min(...levels) - 2;
  if (levels.length === 0 || above === 0) return text;
  return {
    ...text,
    pieces: text.pieces.map((piece) =>
      typeof piece === 'string' ? piece.replace(tags, (_, end, level) => `<${end}h${level - above}`) : piece,
    ),
    headings: text.headings.map((heading) => ({ ...heading, level: heading.level - above })),
  };
}
