import { dice } from '../dice.mjs';
import { operations } from './operations.mjs';

/** Exponent of the law of Zipf by which organizations are drawn: the first has a fourth of all requests. */
const exponent = 1;

const words = ['install', 'configure', 'upgrade', 'remove', 'reader'];

/** Draws operations, each with a person who may do it and a place: `{ name, run, token, at }`. No number comes twice. */
export function createDraw(organizations, seed) {
  const roll = dice(seed);
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

/** A function that takes a number from 0 to 1 and returns the item there, of items in line that are as long as their weight. */
function weighted(items, weightOf) {
  let end = 0;
  const ends = items.map((item, index) => {
    end += weightOf(item, index);
    return end;
  });
  return (point) => items[ends.findIndex((one) => point * end < one)] ?? items.at(-1);
}
