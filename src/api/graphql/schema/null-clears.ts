/** Extension of an input field that may be null, which clears what it is about; any other may be left out, but not be null. */
export const nullClears = { rest: { nullClears: true } } as const;
