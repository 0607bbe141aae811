// The rules for text in this project, as data: plain words and short sentences. CONTRIBUTING.md states the same rules
// for contributors.

/** Maximum number of words in a sentence. */
export const maxWords = 25;

/**
 * Patterns that texts must not contain, each with its replacement. The first group of a pattern is the part to report.
 */
export const phrases = [
  [/\b(anew)\b/i, '"again"'],
  [/\b(tells?|told)\b/i, '"says", "reports" or "returns"'],
  [/\b(stands?|stood) (?:in|on|for|at|beside|before|there|where)\b/i, '"is in"'],
  [/\b(lies|lay) (?:in|on|at|beside|before|there|where)\b/i, '"is in"'],
  [
    /\b(behind)\b(?! (?:a|the|an|its|your|another) (?:reverse |load )?(?:proxy|proxies|balancer|gateway|flag|-))/i,
    '"after"',
  ],
  [/\b(or else|else)\b(?! (?:if|branch)\b)/i, '"otherwise" or "other"'],
  [/\b(no more)\b(?! than)/i, '"no longer"'],
  [/\b(any more)\b/i, '"no longer"'],
  [/\b(but for|save for)\b/i, '"except"'],
  [/(?<!\b(?:there|There|if|that|which) )\b((?:is|are|was|were) no)\b(?! (?:longer|more|such))/, '"is not a"'],
  [/\b(whoever|whomever|whatsoever|thereof|therein|thereby|hence|whence|henceforth)\b/i, 'plain words'],
  [/\b(has|have|had) (?:a|no) part in\b/i, '"may" or "can"'],
  [/\b(at odds)\b/i, '"in conflict"'],
  [/\b(crowds?|crews?|houses)\b/i, 'the term of the field'],
  [/(?<![.,;:] )^((?:What|Who|Whose|Whom) .*[^?])$/, 'a sentence that begins with its subject'],
];
