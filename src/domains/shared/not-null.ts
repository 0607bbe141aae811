import { badInput } from '../../errors.js';

/**
 * Takes null out of the types of members that may be left out but not cleared.
 * @throws BAD_USER_INPUT naming the first of them that is null.
 */
export function refuseNull<Input extends object, Name extends keyof Input>(
  input: Input,
  names: readonly Name[],
): Omit<Input, Name> & { [Key in Name]?: Exclude<Input[Key], null> } {
  for (const name of names) {
    if (input[name] === null)
      throw badInput(String(name), `\`${String(name)}\` must not be null; leave it out to keep it`);
  }
  return input as never;
}
