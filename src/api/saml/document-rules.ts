import { childElements, isNamed } from './elements.js';
import { malformed, refused } from './refusals.js';

/** An answer whose shape leaves no doubt what is signed and what is read. */
export interface SoundDocument {
  response: Element;
  assertion: Element;
}

const deepest = 32;

/** As many as fit into 1,500 tags where each has an end tag. What searches the document later takes its time for each. */
const mostElements = 750;

/**
 * Checks the shape of a whole document: a Response; one Assertion, right below it, and no other element of that name
 * anywhere; nothing encrypted; ids that are unique, whatever the attribute's spelling. Wrapping attacks need a second
 * place to put something. @throws FORBIDDEN; BAD_USER_INPUT over 750 elements, or 32 of them within each other
 */
export function checkDocument(response: Element): SoundDocument {
  const elements = elementsWithin(response);
  if (!isNamed(response, 'protocol', 'Response'))
    throw refused(`The root must be a Response (got ${response.nodeName})`);
  const encrypted = elements.find(({ localName }) => localName.startsWith('Encrypted'));
  if (encrypted) throw refused(`${encrypted.nodeName} is not supported`);
  checkIds(elements);
  // By local name alone, as node-saml looks for it.
  const [assertion, ...others] = elements.filter(({ localName }) => localName === 'Assertion');
  if (!assertion || others.length > 0) throw refused('The answer must have exactly one Assertion');
  if (assertion.parentNode !== response) throw refused('The Assertion must be right below the Response');
  return { response, assertion };
}

/** All elements, level by level. */
function elementsWithin(root: Element): Element[] {
  const all: Element[] = [];
  let level = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= deepest) throw malformed(`must be at most ${deepest} elements deep`);
    all.push(...level);
    if (all.length > mostElements) throw malformed(`must have at most ${mostElements} elements`);
    level = level.flatMap(childElements);
  }
  return all;
}

/** xml-crypto looks for `Id`, `ID` and `id` in any namespace. The parser's list of attributes is no iterable. */
function checkIds(elements: Element[]): void {
  const ids = elements.flatMap((element) =>
    Array.from(element.attributes)
      .filter(({ localName }) => /^id$/i.test(localName))
      .map(({ value }) => value),
  );
  const bad = ids.find((id) => !/^[A-Za-z_][\w.-]{0,255}$/.test(id));
  if (bad !== undefined) throw refused(`${JSON.stringify(bad)} is not an id`);
  if (new Set(ids).size < ids.length) throw refused('Two elements have the same id');
}
