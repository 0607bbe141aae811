import type { RenderedText } from './rendered.js';

/** Matches the tags of headings in rendered text. It matches no other text, because every other `<` is escaped. */
const tags = /<(\/?)h([2-4])(?=[ >])/g;

/** A text, and the shared texts that it includes, by id. */
export interface TextWithShared {
  text: RenderedText | null;
  shared: ReadonlyMap<string, RenderedText>;
}

/**
 * Shifts the headings of a page so that the highest level is `h2`, directly below the title. Many authors begin with
 * the second level, and users of screen readers would then look for a missing level. Headings of shared texts are
 * shifted by the same number of levels.
 */
export function headingsBelowTitle({ text, shared }: TextWithShared): TextWithShared {
  const above = Math.min(...[...(text ? [text] : []), ...shared.values()].flatMap(levelsIn)) - 2;
  if (above === 0 || !Number.isFinite(above)) return { text, shared };
  return {
    text: text && shiftHeadings(text, above),
    shared: new Map([...shared].map(([id, one]) => [id, shiftHeadings(one, above)])),
  };
}

function levelsIn({ pieces }: RenderedText): number[] {
  const html = pieces.filter((piece) => typeof piece === 'string');
  return html.flatMap((piece) => [...piece.matchAll(tags)].map(([, , level]) => Number(level)));
}

function shiftHeadings(text: RenderedText, by: number): RenderedText {
  return {
    ...text,
    pieces: text.pieces.map((piece) =>
      typeof piece === 'string' ? piece.replace(tags, (_, end, level) => `<${end}h${level - by}`) : piece,
    ),
    headings: text.headings.map((heading) => ({ ...heading, level: heading.level - by })),
  };
}
