import { partOfGuardedObject } from '../../api/graphql/schema/access.js';
import { builder } from '../../api/graphql/schema/builder.js';
import { syncField } from '../../api/graphql/schema/field-marks.js';
import type { Urls } from '../../platform/urls/urls.js';

/** A field of a `urls` object. `of` returns the URL, or null if the object has none. */
export interface Address<T> {
  description: string;
  nullable?: boolean;
  of(object: T, urls: Urls): string | null | undefined;
}

/** Declares the `urls` object of a type, with one field for each address. */
export function addressesType<T>(name: string, addresses: Record<string, Address<T>>) {
  return builder.objectRef<T>(name).implement({
    description: 'Addresses of the object.',
    extensions: { guard: partOfGuardedObject },
    fields: (t) => {
      const fields = Object.entries(addresses).map(([field, { description, nullable, of }]) => [
        field,
        t.field({
          type: 'URL',
          description,
          nullable: nullable ?? false,
          extensions: syncField,
          resolve: (object, _args, { urls }) => of(object as T, urls) as string,
        }),
      ]);
      return Object.fromEntries(fields) as Record<string, ReturnType<typeof t.string>>;
    },
  });
}

/**
 * Returns the field for the URL of an object in the `/v1` API.
 * @param path returns the path of the object in `/v1`
 */
export function locationAddress<T>(path: (object: T) => string): Address<T> {
  return { description: 'Address of the object in `/v1`.', of: (object, urls) => urls.location(path(object)) };
}

/** Returns the field for the URL of an object in the web app. */
export function appAddress<T extends { id: string }>(): Address<T> {
  return {
    description: 'Address of the object for people; redirects to a page where it can be read.',
    of: ({ id }, urls) => urls.app(id),
  };
}
