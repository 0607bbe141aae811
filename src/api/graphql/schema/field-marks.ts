// Flags in the `extensions` of a field or a type. They control the schema that clients see (`public-schema.ts`).

/** Marks a field that only stored operations of `/v1` select; the public schema does not have it. */
export const internal = { internal: true };

/** Marks a field whose resolver reads from the database, although it takes only the object. */
export const asyncField = { waits: true };

/** Marks a field that is computed from its object and the public URL of the server, without a read. */
export const syncField = { computed: true };

/** Marks a type that clients find in the schema by its name, although no field returns it. */
export const published = { published: true };
