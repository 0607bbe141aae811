import type { Role } from '../../../access/viewer.js';

/** A place as a sentence says it: the space or collection, and how far above the subject it is. */
export interface NamedPlace {
  kind: 'space' | 'collection';
  /** Title; null where the caller may not see it. */
  title: string | null;
  /** 0 is the subject's own place, 1 the collection that holds it. */
  distance: number;
}

/** How the user is spoken of: as the caller, or as another. */
export interface Words {
  whose: string;
  to: string;
  has: string;
  is: string;
}

/** Words for the caller itself. */
export const yours: Words = { whose: 'Your', to: 'you', has: 'You have', is: 'You are' };

/** Words for another user. */
export const theirs: Words = { whose: "The user's", to: 'the user', has: 'The user has', is: 'The user is' };

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** `the collection Guides, two levels above`; a place that the caller may not see has no title. */
export function placeName({ kind, title, distance }: NamedPlace): string {
  const name = title === null ? `a ${kind} that is not visible to you` : `the ${kind} ${title}`;
  if (distance === 0) return name;
  return `${name}, ${numbers[distance] ?? distance} ${distance === 1 ? 'level' : 'levels'} above`;
}

/** Where a default level was found: the place that says it, with its value; null for no role. */
export interface LevelSource {
  place: NamedPlace;
  level: string | null;
}

/** What the default level gives. */
export function levelSentence({ place, level }: LevelSource, member: Role | null | undefined, words: Words): string {
  const source = `${placeName(place)}${place.distance > 0 ? ',' : ''}`;
  if (level === null) return `The default level of ${source} is none: it gives members no role.`;
  if (member == null)
    return `The default level of ${source} is ${level}: it is for members with a role, and gives ${words.to} none.`;
  if (level !== 'inherit') return `The default level of ${source} gives every member the role ${level}.`;
  return `The default levels up to ${source} inherit: members have their own role, here ${member}.`;
}
