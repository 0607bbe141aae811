import { fileURLToPath } from 'node:url';
import { readCode } from './prose/code.mjs';
import { foreignReferences } from './prose/references.mjs';
import { maxWords, phrases } from './prose/rules.mjs';
import { sentencesIn } from './prose/sentences.mjs';
import { textsOf } from './prose/sources.mjs';

// `npm run lint` runs this after Biome. It reports each sentence that is too long or contains a listed phrase. It reads
// the documentation, the descriptions of both APIs, the strings of the program, comments, and titles of tests. It also
// reports comments that name pages outside of this repository, and declarations with a name that the project has
// abandoned. It fails if it reports anything.

/** Returns the faults of a text: an array of `file:line: what to change: the sentence`. */
export function faultsIn({ place, line, text }) {
  return sentencesIn(text).flatMap((sentence) => {
    const where = `${place}:${line + sentence.line - 1}`;
    return faultsOfSentence(sentence).map((fault) => `${where}: ${fault}: ${sentence.text}`);
  });
}

function faultsOfSentence({ text, words }) {
  const long = words > maxWords ? [`at most ${maxWords} words (has ${words})`] : [];
  const found = phrases.flatMap(([pattern, instead]) => {
    const match = text.match(pattern);
    return match ? [`write ${instead} instead of "${match[1].split(' ').slice(0, 3).join(' ')}"`] : [];
  });
  return [...long, ...found];
}

// Command line: `node scripts/prose.mjs`.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const code = readCode(root);
  const texts = textsOf(root, code.texts);
  const faults = [...texts.flatMap(faultsIn), ...foreignReferences(root), ...code.goneNames];
  for (const fault of faults) console.error(fault);
  console.error(`prose: ${texts.length} texts checked, ${faults.length} to change`);
  if (faults.length > 0) process.exitCode = 1;
}
