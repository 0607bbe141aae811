import type { RenderedText } from './rendered.js';

/** Tags of headings; in rendered text a `<` that is no tag is written as a reference. */
const tags = /<(\/?)h([2-4])(?=[ >])/g;

/** A text and what it includes, by the id of each. */
export interface WithShared {
  text: RenderedText | null;
  shared: ReadonlyMap<string, RenderedText>;
}

/**
 * Lets the headings of a page begin at `h2`, right below its title: below a title many authors begin with the second level,
 * and readers who go from heading to heading would look for the one that is left out. Shared texts keep their level to it.
 */
export function headingsBelowTitle({ text, shared }: WithShared): WithShared {
  const above = Math.min(...[...(text ? [text] : []), ...shared.values()].flatMap(levelsIn)) - 2;
  if (above === 0 || !Number.isFinite(above)) return { text, shared };
  return {
    text: text && raised(text, above),
    shared: new Map([...shared].map(([id, one]) => [id, raised(one, above)])),
  };
}

function levelsIn({ pieces }: RenderedText): number[] {
  const html = pieces.filter((piece) => typeof piece === 'string');
  return html.flatMap((piece) => [...piece.matchAll(tags)].map(([, , level]) => Number(level)));
}

function raised(text: RenderedText, by: number): RenderedText {
  return {
    ...text,
    pieces: text.pieces.map((piece) =>
      typeof piece === 'string' ? piece.replace(tags, (_, end, level) => `<${end}h${level - by}`) : piece,
    ),
    headings: text.headings.map((heading) => ({ ...heading, level: heading.level - by })),
  };
}
