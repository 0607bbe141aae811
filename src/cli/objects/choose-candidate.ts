import { AppError } from '../../platform/base/errors.js';
import { replaceControlCharacters } from '../process/control-characters.js';

/** An object that matches a text. */
export interface Candidate {
  id: string;
  title: string;
  /** Organization of the object; absent for organizations and users. */
  organizationId?: string;
  /** Further text for an error message, such as an e-mail address. */
  note?: string | undefined;
  deletedAt?: string | null;
}

/** A search for an object, for error messages. */
export interface Search {
  /** Noun for the object, such as `space`. */
  noun: string;
  /** Names of the values that were compared, such as `id or title`. */
  keys: string;
  text: string;
}

/** Maximum number of candidates that an error message names. */
export const maxCandidates = 20;

/**
 * Returns the id of the only matching object. An id takes precedence over a title, and a deleted object comes last. An
 * exact title takes precedence over one that differs in case or diacritics; a note on standard error names the others.
 * @throws NOT_FOUND if there is none; BAD_USER_INPUT with the candidates if there are several
 */
export function chooseCandidate(candidates: Candidate[], { noun, keys, text }: Search): string {
  const byId = preferMatching(candidates, ({ id }) => id === text);
  const present = preferMatching(byId, ({ deletedAt }) => deletedAt == null);
  const [found, ...others] = preferMatching(present, ({ title }) => title === text);
  if (!found) throw new AppError('NOT_FOUND', `No ${noun} with the ${keys} ${JSON.stringify(text)}`);
  if (others.length === 0) {
    if (present.length > 1) mentionOthers(found, { noun, others: present.filter((candidate) => candidate !== found) });
    return found.id;
  }
  const matching = [found, ...others];
  const message = `Cannot choose the ${noun} ${JSON.stringify(text)}: ${matching.length} match. Use one of the ids: `;
  throw new AppError('BAD_USER_INPUT', message + listCandidates(matching));
}

function mentionOthers(found: Candidate, { noun, others }: { noun: string; others: Candidate[] }): void {
  const note = `using the ${noun} ${describeCandidate(found)}; not used: ${listCandidates(others)}`;
  process.stderr.write(`docgraph: ${replaceControlCharacters(note)}\n`);
}

function listCandidates(candidates: Candidate[]): string {
  const more = candidates.length > maxCandidates ? ' and others' : '';
  return candidates.slice(0, maxCandidates).map(describeCandidate).join(', ') + more;
}

/** Returns the candidates that match a condition; all of them if none does. */
function preferMatching(candidates: Candidate[], matches: (candidate: Candidate) => boolean): Candidate[] {
  const matching = candidates.filter(matches);
  return matching.length > 0 ? matching : candidates;
}

/** Returns the id of a candidate with its title, and its organization or e-mail address. */
export function describeCandidate({ id, title, organizationId, note }: Candidate): string {
  const place = organizationId === undefined ? note : `in ${organizationId}`;
  return `${id} (${[title, place].filter((part) => part !== undefined).join(', ')})`;
}
