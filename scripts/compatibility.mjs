import { isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';

// Decides whether a breaking change of the schema is allowed. The section "Change" of docs/schema-guide.md has the
// rules.

/** Minimum number of days between the deprecation of an element and its removal. */
export const notice = 90;

const millisecondsPerDay = 86_400_000;

/**
 * Returns a message for each breaking change that is not allowed.
 * @param changes result of `breakingChanges` in `api/graphql/schema/breaking-changes.ts`
 * @param changelog text of docs/schema-changes.md
 * @param released the schema of the last release; null before the first one
 * @param today the current date
 */
export function refusedChanges({ changes, changelog, released, today }) {
  return changes.flatMap(({ path, message }) => [
    ...(isListed(path, changelog) ? [] : [`${message}: docs/schema-changes.md must have a line with \`${path}\``]),
    ...(released === null || wasAnnounced(released, path, today)
      ? []
      : [`${message}: it must be deprecated ${notice} days before, with the day of its removal`]),
  ]);
}

/** Reports whether the changelog names an element, or the field or type that contains it. */
function isListed(path, changelog) {
  const parts = path.split('.');
  return parts.some((_, index) => changelog.includes(`\`${parts.slice(0, parts.length - index).join('.')}\``));
}

/**
 * Reports whether an element, or the field that contains it, was deprecated for long enough and the announced day of
 * its removal has come.
 */
function wasAnnounced(schema, path, today) {
  return reasonsFor(schema, path).some((reason) => {
    const [since, until] = [...reason.matchAll(/\d{4}-\d{2}-\d{2}/g)].map(([text]) => Date.parse(text));
    return until !== undefined && until - since >= notice * millisecondsPerDay && today.getTime() >= until;
  });
}

/** Returns the deprecation reasons of a path: that of the argument, and that of the field or enum value. */
function reasonsFor(schema, path) {
  const [typeName, memberName, argumentName] = path.split('.');
  const type = schema.getType(typeName);
  const member = membersOf(type).find(({ name }) => name === memberName);
  const argument = member?.args?.find(({ name }) => name === argumentName);
  return [argument?.deprecationReason, member?.deprecationReason].filter((reason) => reason != null);
}

function membersOf(type) {
  if (isEnumType(type)) return type.getValues();
  const hasFields = isObjectType(type) || isInterfaceType(type) || isInputObjectType(type);
  return hasFields ? Object.values(type.getFields()) : [];
}
