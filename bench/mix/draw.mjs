import { seededRandom } from '../seeded-random.mjs';
import { operations } from './operations.mjs';

/** Exponent of the Zipf distribution of requests over organizations. The first organization gets a fourth of them. */
const exponent = 1;

const words = ['install', 'configure', 'upgrade', 'remove', 'reader'];

/**
 * Creates a function that draws an operation, a user who may run it, and the objects that it uses: `{ name, run, token,
 * at }`. Each drawn operation has its own number.
 */
export function createDraw(organizations, seed) {
  const roll = seededRandom(seed);
  const pick = (list) => list[Math.floor(roll() * list.length)];
  const drawOrganization = weighted(organizations, (_, rank) => 1 / (rank + 1) ** exponent);
  const drawOperation = weighted(operations, ({ share }) => share);
  return () => {
    const { id: organization, people, spaces } = drawOrganization(roll());
    const { name, roles, run } = drawOperation(roll());
    const { token } = pick(people.filter(({ role }) => roles.includes(role)));
    const { id: space, pages, changeRequests } = pick(spaces);
    const number = numbers++;
    const at = {
      organization,
      space,
      page: pick(pages),
      changeRequest: pick(changeRequests),
      words: pick(words),
      number,
    };
    return { name, run, token, at };
  };
}

let numbers = 0;

/**
 * Returns a function that maps a number from 0 to 1 to an item. The probability of an item is proportional to its
 * weight.
 */
function weighted(items, weightOf) {
  let end = 0;
  const ends = items.map((item, index) => {
    end += weightOf(item, index);
    return end;
  });
  return (point) => items[ends.findIndex((one) => point * end < one)] ?? items.at(-1);
}
