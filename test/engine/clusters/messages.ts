/** Messages about three topics, four for each topic. */
export const threeTopics = [
  'My card has not arrived',
  'Where is my card?',
  'The card still did not arrive',
  'card not here after 2 weeks',
  'How do I reset my password',
  'I forgot my password',
  'password reset does not work',
  'Reset password link is broken',
  'Can I export pages to PDF?',
  'PDF export fails',
  'How to export a space as PDF',
  'The exported PDF is empty',
];

/** Returns items with these texts. */
export function toItems(texts: readonly string[]): { text: string }[] {
  return texts.map((text) => ({ text }));
}

/** Returns a random function with results from 0 to 1. The same seed gives the same results. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
