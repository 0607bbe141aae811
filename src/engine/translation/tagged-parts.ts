/**
 * A part of a tagged text: words, or a tag with its number. `parts` is the content between `<x0>` and `</x0>`; it is
 * absent for `<x0/>`.
 */
export type TaggedPart = string | { tag: number; parts?: TaggedPart[] };

const tag = /<(\/?)x(\d{1,6})[ \t]*(\/?)>/g;

/** Reports whether a text contains a sequence that looks like a numbered tag. */
export function hasTag(text: string): boolean {
  return text.search(tag) >= 0;
}

/**
 * Splits a tagged text into parts.
 * @returns the parts, or the first tag without a counterpart
 */
export function taggedParts(text: string): { parts: TaggedPart[] } | { stray: string } {
  const root: TaggedPart[] = [];
  const open: { tag: number; into: TaggedPart[]; written: string }[] = [];
  let into = root;
  let at = 0;
  for (const { 0: written, 1: slash, 2: digits, 3: alone, index } of text.matchAll(tag)) {
    if (index > at) into.push(text.slice(at, index));
    at = index + written.length;
    const number = Number(digits);
    if (slash) {
      const last = open.pop();
      if (last?.tag !== number) return { stray: written };
      into = last.into;
    } else if (alone) into.push({ tag: number });
    else {
      const parts: TaggedPart[] = [];
      open.push({ tag: number, into, written });
      into.push({ tag: number, parts });
      into = parts;
    }
  }
  if (at < text.length) into.push(text.slice(at));
  const left = open.at(-1);
  return left ? { stray: left.written } : { parts: root };
}

/** Removes the numbered tags from a text. */
export function withoutTags(text: string): string {
  return text.replace(tag, '');
}
