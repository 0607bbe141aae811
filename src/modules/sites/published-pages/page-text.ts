import type { Context } from '../../../api/graphql/execution/context.js';
import type { ContentRef } from '../../../engine/base/types.js';
import type { Placeholder, RenderedText } from '../../../render/html/rendered.js';
import type { EvaluationInputs } from '../../content/content-work/read-text.js';
import type { PageView } from '../../content/revisions/content-view.js';
import { pageText, sharedText, type Text } from '../../content/revisions/page-content.js';
import type { SiteVisit } from './visit.js';

/** Rendered text of a page, and of the reusable contents that it shows. */
export interface RenderedPageText {
  text: RenderedText | null;
  /** Rendered texts of reusable contents, by their id. */
  shared: ReadonlyMap<string, RenderedText>;
  /** Inputs, other than content, that the expressions in these texts depend on. */
  inputs: EvaluationInputs;
}

/** Maximum nesting depth of reusable contents. */
const maxDepth = 5;

/**
 * Renders a page as its visitor sees it. It takes one batch of queries for the text, and one for each nesting depth of
 * reusable contents.
 * @throws RATE_LIMITED if the caller has too few points left
 */
export async function renderPageText(context: Context, { view }: SiteVisit, page: PageView): Promise<RenderedPageText> {
  const request = { evaluated: 'true' as const, claims: view.visitor?.claims };
  const inputs = { claims: false, world: false };
  const render = async (text: Text | null): Promise<RenderedText | null> => {
    if (!text) return null;
    await context.pay(text.weight);
    const rendered = await text.html();
    inputs.claims ||= rendered.inputs.claims;
    inputs.world ||= rendered.inputs.world;
    return rendered.text;
  };
  const text = await render(await pageText(context, page, { ...request, computed: true }));
  const shared = new Map<string, RenderedText>();
  for (let outer = text ? [text] : [], depth = 0; outer.length > 0 && depth < maxDepth; depth += 1) {
    const ids = [...new Set(outer.flatMap(reusableContentIds))].filter((id) => !shared.has(id));
    const texts = await Promise.all(
      ids.map(async (id) => [id, await render(await sharedText(context, { view: page, id }, request))] as const),
    );
    outer = texts.flatMap(([id, rendered]) => (rendered ? [shared.set(id, rendered).get(id)!] : []));
  }
  return { text, shared, inputs };
}

/** A block that shows a part of a specification. */
export type SpecificationPlaceholder = Extract<Placeholder, { placeholder: 'specification' }>;

/** Returns the blocks of a text and of its reusable contents that show parts of specifications. */
export function specificationsIn(renderedPage: RenderedPageText): SpecificationPlaceholder[] {
  return placeholdersIn(renderedPage).filter((placeholder) => placeholder.placeholder === 'specification');
}

/** Returns all references of a text and of its reusable contents. */
export function referencesIn(renderedPage: RenderedPageText): ContentRef[] {
  return placeholdersIn(renderedPage).flatMap((placeholder) => {
    if (placeholder.placeholder === 'scope') return [];
    if (placeholder.placeholder !== 'image') return [placeholder.ref];
    return placeholder.image.refDark ? [placeholder.image.ref, placeholder.image.refDark] : [placeholder.image.ref];
  });
}

function placeholdersIn({ text, shared }: RenderedPageText): Placeholder[] {
  return [...(text ? [text] : []), ...shared.values()].flatMap(({ pieces }) => pieces.filter(isPlaceholder));
}

function reusableContentIds({ pieces }: RenderedText): string[] {
  return pieces
    .filter(isPlaceholder)
    .flatMap((placeholder) => (placeholder.placeholder === 'shared' ? [String(placeholder.ref.reusableContent)] : []));
}

function isPlaceholder(piece: string | Placeholder): piece is Placeholder {
  return typeof piece !== 'string';
}
