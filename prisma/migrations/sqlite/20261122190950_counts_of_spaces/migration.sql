-- Written by hand: adding the columns keeps the tables, whose rows others refer to.
ALTER TABLE "ChangeRequest" ADD COLUMN "commentsOpen" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "Space" ADD COLUMN "changeRequestsOpen" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "Space" ADD COLUMN "changeRequestsDraft" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "Space" ADD COLUMN "commentsOpen" INTEGER NOT NULL DEFAULT 0;

-- What is there is counted.
UPDATE "Space" SET
  "changeRequestsOpen" = (SELECT count(*) FROM "ChangeRequest" WHERE "ChangeRequest"."spaceId" = "Space"."id" AND "status" = 'open'),
  "changeRequestsDraft" = (SELECT count(*) FROM "ChangeRequest" WHERE "ChangeRequest"."spaceId" = "Space"."id" AND "status" = 'draft')
WHERE "changeRequestNumber" > 0;
