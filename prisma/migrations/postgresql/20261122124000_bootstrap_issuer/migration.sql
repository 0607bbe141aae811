-- The operator's first token was found by its name, which any token may have; now by its issuer.
UPDATE "AccessToken" SET "issuer" = 'bootstrap'
    WHERE "name" = 'bootstrap' AND "issuer" = 'operator'
    AND "expiresAt" IS NULL AND "scopes" IS NULL AND "organizationId" IS NULL
    AND "userId" IN (SELECT "id" FROM "User" WHERE "email" = 'admin@localhost');
