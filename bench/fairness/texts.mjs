// Generates Markdown; the same arguments give the same text.

const sentence = 'The reader opens the page, looks for the word that the menu shows, and follows the steps below it. ';

/**
 * Returns Markdown like that of ordinary documentation: headings, and paragraphs of 500 characters with a link and a
 * word in bold.
 */
export function ordinaryText(length, seed) {
  return repeatParagraphs(
    length,
    (line) => `**Step ${line}** of ${seed}, see [a page](page-${line % 7}.md). ${sentence.repeat(5)}`,
  );
}

/** Returns Markdown with a given number of characters and an expression in each paragraph. */
export function textWithExpressions(length, seed) {
  const paragraph = (line) =>
    `Paragraph ${line} of ${seed} shows <code class="expression">space.title + " ${line % 97}"</code> and *words* in between.`;
  return repeatParagraphs(length, paragraph);
}

/** Returns Markdown with a given number of characters, with links. */
export function textWithLinks(length, seed) {
  return repeatParagraphs(
    length,
    (line) => `Line ${line} of ${seed} speaks of *things* and [a page](page-${line % 7}.md#part-${line}).`,
  );
}

function repeatParagraphs(length, paragraph) {
  const lines = [];
  for (let sum = 0, line = 0; sum < length; line++) {
    const text = paragraph(line);
    lines.push(line % 40 === 0 ? `## Part ${line}\n` : text, '');
    sum += text.length + 2;
  }
  return lines.join('\n').slice(0, length);
}
