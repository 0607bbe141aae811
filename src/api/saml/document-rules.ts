import { childElements, isNamed } from './elements.js';
import { malformed, type Refuse, refused } from './refusals.js';

/** A SAML response of an unambiguous shape: the part that is signed is the part that is read. */
export interface UnambiguousDocument {
  response: Element;
  assertion: Element;
}

const maxDepth = 32;

/**
 * Maximum number of elements. A text with 1,500 `<` contains at most so many elements if each has an end tag. The time
 * of later searches grows with the number of elements.
 */
const maxElements = 750;

/**
 * Checks the shape of a whole document. It must be a Response with one Assertion directly below it, and no other
 * element may have that name. Nothing may be encrypted. Ids must be unique, in every spelling of the attribute. These
 * rules prevent wrapping attacks, which need a second element with content.
 * @throws FORBIDDEN; BAD_USER_INPUT for over 750 elements, or over 32 levels
 */
export function checkDocument(response: Element): UnambiguousDocument {
  const elements = elementsWithin(response);
  if (!isNamed(response, 'protocol', 'Response'))
    throw refused(`The root must be a Response (got ${response.nodeName})`);
  const encrypted = elements.find(({ localName }) => localName.startsWith('Encrypted'));
  if (encrypted) throw refused(`${encrypted.nodeName} is not supported`);
  checkIds(elements);
  // Compares only the local name, as node-saml does.
  const [assertion, ...otherAssertions] = elements.filter(({ localName }) => localName === 'Assertion');
  if (!assertion || otherAssertions.length > 0) throw refused('The answer must have exactly one Assertion');
  if (assertion.parentNode !== response) throw refused('The Assertion must be right below the Response');
  return { response, assertion };
}

/**
 * Returns all elements of a document in breadth-first order.
 * @throws BAD_USER_INPUT for over 750 elements, or over 32 levels
 */
export function elementsWithin(root: Element, refuse: Refuse = malformed): Element[] {
  const all: Element[] = [];
  let level = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= maxDepth) throw refuse(`must be at most ${maxDepth} elements deep`);
    all.push(...level);
    if (all.length > maxElements) throw refuse(`must have at most ${maxElements} elements`);
    level = level.flatMap(childElements);
  }
  return all;
}

/**
 * Checks the ids of elements. Considers `Id`, `ID` and `id` in any namespace, as xml-crypto does. `Array.from` is
 * necessary because the parser's list of attributes is not iterable.
 */
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
