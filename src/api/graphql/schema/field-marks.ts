// What `extensions` of a field, or of a type, say to the schema that clients see (`public-schema.ts`).

/** Of a field: only stored operations of `/v1` select it; the public schema does not have it. */
export const internal = { internal: true };

/** Of a field: it waits for a read of its own, although its resolver takes the object alone. */
export const waits = { waits: true };

/** Of a field: it is computed from its object and the address of the server, without a read. */
export const computed = { computed: true };

/** Of a type: clients look it up, although no field leads to it. */
export const published = { published: true };
