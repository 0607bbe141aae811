import { toString as textOf } from 'nlcst-to-string';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import retextEnglish from 'retext-english';
import { unified } from 'unified';

// Splits text into sentences. Markdown is parsed, and each paragraph, heading, list item and table cell is split on its
// own.

const markdown = unified().use(remarkParse).use(remarkGfm);
const english = unified().use(retextEnglish);
const blocks = new Set(['paragraph', 'heading', 'tableCell']);

/**
 * Returns the sentences of a Markdown text. Code and addresses count as one word each.
 * @returns an array of `{ line, text, words }`: the line of the paragraph, heading, item or cell, from 1, and the
 * number of words
 */
export function sentencesIn(text) {
  return blocksIn(markdown.parse(text)).flatMap(({ line, plain }) =>
    splitSentences(plain).map((sentence) => ({ line, ...sentence })),
  );
}

function blocksIn(node) {
  if (!blocks.has(node.type)) return (node.children ?? []).flatMap(blocksIn);
  const { line } = node.position.start;
  const plain = plainText(node);
  // A table cell cannot hold a list, so its parts are separated by semicolons.
  const parts = node.type === 'tableCell' ? plain.split('; ') : [plain];
  return parts.map((part) => ({ line, plain: part }));
}

/** Returns the text of a block as a reader sees it. `Code` replaces code, images and addresses. */
function plainText(node) {
  if (node.type === 'text') return withoutCodes(node.value);
  if (node.type === 'inlineCode' || node.type === 'image') return 'Code';
  if (node.type === 'html' || node.type === 'break') return ' ';
  return (node.children ?? []).map(plainText).join('');
}

/**
 * Replaces the words that the sentence parser misreads. It reads a number before a full stop as an ordinal, and words
 * such as "in" as abbreviations.
 */
function withoutCodes(text) {
  return text
    .replaceAll(/https?:\S+/g, 'Code')
    .replaceAll(/(?:\d[\d,]*|\b(?:in|no|min))(?=\.\s+(?:[A-Z]|$))/g, 'Number')
    .replaceAll(/\s+/g, ' ');
}

function splitSentences(plain) {
  const found = [];
  const visit = (node) => {
    if (node.type === 'SentenceNode') found.push({ text: textOf(node), words: wordsIn(node) });
    else for (const child of node.children ?? []) visit(child);
  };
  visit(english.parse(plain));
  return found;
}

function wordsIn(sentence) {
  return sentence.children.filter(({ type }) => type === 'WordNode').length;
}
