import { fileURLToPath } from 'node:url';
import { foreignReferences } from './prose/references.mjs';
import { maxWords, phrases } from './prose/rules.mjs';
import { sentencesIn } from './prose/sentences.mjs';
import { textsOf } from './prose/sources.mjs';

// `npm run lint` runs this after Biome: it reports each sentence of the documentation, of the descriptions of both APIs and
// of the program's texts that is too long or has a phrase of the list. It also reports comments that name pages outside of this
// repository. It fails when it reports anything.

/** Reports on one text: an array of `file:line: what to change: the sentence`. */
export function faultsIn({ place, line, text }) {
  return sentencesIn(text).flatMap((sentence) => {
    const where = `${place}:${line + sentence.line - 1}`;
    return faultsOf(sentence).map((fault) => `${where}: ${fault}: ${sentence.text}`);
  });
}

function faultsOf({ text, words }) {
  const long = words > maxWords ? [`at most ${maxWords} words (has ${words})`] : [];
  const found = phrases.flatMap(([pattern, instead]) => {
    const match = text.match(pattern);
    return match ? [`write ${instead} instead of "${match[1].split(' ').slice(0, 3).join(' ')}"`] : [];
  });
  return [...long, ...found];
}

// As a program: `node scripts/prose.mjs`.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const texts = textsOf(root);
  const faults = [...texts.flatMap(faultsIn), ...foreignReferences(root)];
  for (const fault of faults) console.error(fault);
  console.error(`prose: ${texts.length} texts checked, ${faults.length} to change`);
  if (faults.length > 0) process.exitCode = 1;
}
