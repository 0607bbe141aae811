-- A provider verified addresses everywhere: at the very time of the sign-in that the log tells of. Now it does for its own
-- organization alone, which the names that it gave tell.
UPDATE "User" SET "emailVerifiedAt" = NULL
    WHERE ("id", "emailVerifiedAt") IN (SELECT "targetId", "at" FROM "Event" WHERE "action" = 'signIn');
