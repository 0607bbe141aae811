import type { Role } from '../../../access/viewer.js';

/** A place in a sentence: a space or collection, and its distance above the subject. */
export interface NamedPlace {
  kind: 'space' | 'collection';
  /** Title of the space or collection; null if the caller may not see it. */
  title: string | null;
  /** 0 for the subject's own space or collection, 1 for the collection that contains it, and so on. */
  distance: number;
}

/** Words for the user in a sentence: the caller, or another user. */
export interface Words {
  whose: string;
  to: string;
  has: string;
  is: string;
}

/** Words that address the caller. */
export const callerWords: Words = { whose: 'Your', to: 'you', has: 'You have', is: 'You are' };

/** Words that refer to another user. */
export const otherUserWords: Words = { whose: "The user's", to: 'the user', has: 'The user has', is: 'The user is' };

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/**
 * Returns the name of a place, such as `the collection Guides, two levels above`. The name has no title if the caller
 * may not see the place.
 */
export function placeName({ kind, title, distance }: NamedPlace): string {
  const name = title === null ? `a ${kind} that is not visible to you` : `the ${kind} ${title}`;
  if (distance === 0) return name;
  return `${name}, ${numbers[distance] ?? distance} ${distance === 1 ? 'level' : 'levels'} above`;
}

/** Source of a default access level: the space or collection that sets it, and its value; null means no role. */
export interface LevelSource {
  place: NamedPlace;
  level: string | null;
}

/** Returns the sentence about the default access level. */
export function levelSentence({ place, level }: LevelSource, member: Role | null | undefined, words: Words): string {
  const source = `${placeName(place)}${place.distance > 0 ? ',' : ''}`;
  if (level === null) return `The default level of ${source} is none: it gives members no role.`;
  if (member == null)
    return `The default level of ${source} is ${level}: it is for members with a role, and gives ${words.to} none.`;
  if (level !== 'inherit') return `The default level of ${source} gives every member the role ${level}.`;
  return `The default levels up to ${source} inherit: members have their own role, here ${member}.`;
}
