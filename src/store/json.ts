/** A value of a JSON column, as it is read back. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };
