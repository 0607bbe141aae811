import { badInput } from '../../../platform/base/errors.js';

/** Minimum and maximum number of characters of a name. */
interface NameLimits {
  minLength: number;
  maxLength: number;
}

/** Trims a name and checks its length. @throws BAD_USER_INPUT */
export function checkedName(text: string, { minLength, maxLength }: NameLimits): string {
  const name = text.trim();
  if (name.length >= minLength && name.length <= maxLength) return name;
  throw badInput('name', `\`name\` must have ${minLength} to ${maxLength} characters (got ${name.length})`);
}
