/**
 * Extension of an input field that accepts null, which clears the value. Other optional fields may be absent, but not
 * null.
 */
export const nullClears = { rest: { nullClears: true } } as const;
