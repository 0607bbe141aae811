/** Bounds of an e-mail address. */
export const emailAddress = { description: 'An e-mail address.', maxLength: 254, format: 'email' } as const;

/** An e-mail address as it is stored and looked for: in lower case. */
export const storedAddress = (email: string): string => email.toLowerCase();

/** Whether a text is an e-mail address, of at most 254 characters: one `@`, neither spaces nor control characters. */
export function isEmailAddress(text: string): boolean {
  return text.length <= emailAddress.maxLength && /^[^@\s\p{Cc}]+@[^@\s\p{Cc}]+$/u.test(text);
}
