/** JSON Schema of an e-mail address, with its maximum length. */
export const emailAddress = { description: 'An e-mail address.', maxLength: 254, format: 'email' } as const;

/** Characters that an address must not contain: spaces, control characters, unassigned and invisible characters. */
const forbiddenCharacters = /[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Returns the stored form of an e-mail address: in lower case and in the normalization form NFKC. Two addresses that
 * look the same because of compatibility characters therefore become equal. RFC 8265, section 3.3, maps user names in
 * the same way.
 */
export const storedAddress = (email: string): string => email.normalize('NFKC').toLowerCase().normalize('NFKC');

/**
 * Returns the possible stored forms of an address, in order of precedence: in lower case, then normalized. Rows that
 * were written before addresses were normalized have only lower case, so that form comes first.
 */
export const addressForms = (email: string): string[] => [...new Set([email.toLowerCase(), storedAddress(email)])];

/**
 * Reports whether a text is an e-mail address after normalization: one `@`, at most 254 characters, and no spaces,
 * control characters or invisible characters.
 */
export function isEmailAddress(text: string): boolean {
  const address = storedAddress(text);
  const isShort = Math.max(text.length, address.length) <= emailAddress.maxLength;
  return (
    isShort && !forbiddenCharacters.test(text) && !forbiddenCharacters.test(address) && /^[^@]+@[^@]+$/.test(address)
  );
}

/**
 * Returns the message of an error for an invalid address: the rule of {@link isEmailAddress}, and the given text with
 * invisible characters escaped.
 */
export function invalidAddressMessage(field: string, text: string): string {
  const start = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  const escaped = JSON.stringify(start).replace(new RegExp(forbiddenCharacters, 'gu'), (character) =>
    character === ' ' ? character : `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );
  const rule = `an e-mail address of at most ${emailAddress.maxLength} characters, none of them a space or invisible`;
  return `\`${field}\` must be ${rule} (got ${escaped})`;
}
