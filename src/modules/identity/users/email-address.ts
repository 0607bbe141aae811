/** Bounds of an e-mail address. */
export const emailAddress = { description: 'An e-mail address.', maxLength: 254, format: 'email' } as const;

/** Characters that no address holds: spaces, controls, unassigned ones, and those that are not visible. */
const unseen = /[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * An e-mail address as it is stored: in lower case, in the normalization form NFKC, so that two addresses that look
 * alike because of compatibility characters are one (RFC 8265, section 3.3, maps user names in the same way).
 */
export const storedAddress = (email: string): string => email.normalize('NFKC').toLowerCase().normalize('NFKC');

/**
 * The stored forms that an address may have, in order of precedence: as given, in lower case, then normalized. Rows from
 * before addresses were normalized keep their form, so the exact one is looked for first.
 */
export const addressForms = (email: string): string[] => [...new Set([email.toLowerCase(), storedAddress(email)])];

/**
 * Whether a text is an e-mail address once it is normalized: one `@`, at most 254 characters, and neither spaces,
 * control characters nor invisible ones.
 */
export function isEmailAddress(text: string): boolean {
  const address = storedAddress(text);
  const isShort = Math.max(text.length, address.length) <= emailAddress.maxLength;
  return isShort && !unseen.test(text) && !unseen.test(address) && /^[^@]+@[^@]+$/.test(address);
}

/** The rule of {@link isEmailAddress} and the text that breaks it, for an error; invisible characters are escaped. */
export function brokenAddress(field: string, text: string): string {
  const start = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  const shown = JSON.stringify(start).replace(new RegExp(unseen, 'gu'), (character) =>
    character === ' ' ? character : `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );
  const rule = `an e-mail address of at most ${emailAddress.maxLength} characters, none of them a space or invisible`;
  return `\`${field}\` must be ${rule} (got ${shown})`;
}
