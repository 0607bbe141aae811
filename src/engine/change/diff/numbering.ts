/**
 * Returns a function that numbers values in order of appearance; equal values get the same number. Numbers are faster
 * to compare than texts.
 */
export function createNumbering<Value>(): (value: Value) => number {
  const numbers = new Map<Value, number>();
  return (value) => {
    const number = numbers.get(value) ?? numbers.size;
    numbers.set(value, number);
    return number;
  };
}
