const megabyte = 1_048_576;

/** About how many bytes a value has as text, looked at no further than `most` of them: a megabyte unless told. */
export function weightOf(value: unknown, most = megabyte): number {
  const open = [value];
  let weight = 0;
  while (open.length > 0 && weight < most) {
    const next = open.pop();
    weight += 8;
    if (typeof next === 'string') weight += next.length;
    else if (next instanceof Uint8Array) weight += next.length;
    else if (typeof next === 'object' && next !== null) for (const member of Object.values(next)) open.push(member);
  }
  return weight;
}
