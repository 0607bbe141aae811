/** Gives every value a number, equal ones the same, in the order in which they come: numbers are compared faster than texts. */
export function numbering<Value>(): (value: Value) => number {
  const numbers = new Map<Value, number>();
  return (value) => {
    const number = numbers.get(value) ?? numbers.size;
    numbers.set(value, number);
    return number;
  };
}
