/**
 * Extension of an input field that may be null; null clears the value. Other optional fields may be absent, but not
 * null.
 */
export const nullClears = { rest: { nullClears: true } } as const;
