import { describe, expect, it } from 'vitest';
import { documentFromMarkdown } from '../../../src/engine/text/document/from-markdown.js';
import type { DocumentNode } from '../../../src/engine/text/document/node-shape.js';
import { fillText } from '../../../src/render/html/fill-placeholders.js';
import { renderText } from '../../../src/render/html/render-text.js';
import { areCorporaAbsent, corpusRows, pagesOf, skipSuffix } from '../../engine/text/document/corpora.js';
import { htmlViolations } from './allowed.js';
import { referenceResolver } from './nodes.js';
import { readHtml, textIn } from './read-html.js';
import { missingWords, wordsIn, wordsOf } from './shown-words.js';

/** An image that cannot be shown is replaced by its text. */
const withoutImages = { ...referenceResolver, imageOf: () => null };

describe('every page of the corpora', () => {
  it.skipIf(areCorporaAbsent).each(corpusRows)(
    `has only allowed HTML and contains every word of its source: %s${skipSuffix}`,
    (corpus) => {
      const pages = pagesOf(corpus).map(([file, markdown]) => ({
        file,
        document: documentFromMarkdown(markdown) as DocumentNode,
      }));
      const wrong = pages.flatMap(({ file, document }) => {
        const rendered = renderText(document);
        const faults = htmlViolations(fillText(rendered, referenceResolver));
        const renderedWords = wordsOf(textIn(readHtml(fillText(rendered, withoutImages))));
        const missing = missingWords(wordsIn(document), renderedWords);
        return faults.length + missing.length > 0 ? [{ file, faults, missing: missing.slice(0, 5) }] : [];
      });
      expect(wrong).toEqual([]);
      expect(pages.length).toBeGreaterThan(0);
    },
  );
});
