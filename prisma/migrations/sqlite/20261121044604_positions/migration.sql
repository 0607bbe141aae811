-- Written by hand: adding the columns keeps the tables, whose rows others refer to.
DROP INDEX "Collection_parentId_id_idx";
DROP INDEX "Space_parentId_id_idx";

ALTER TABLE "Collection" ADD COLUMN "position" TEXT NOT NULL DEFAULT '';
ALTER TABLE "Space" ADD COLUMN "position" TEXT NOT NULL DEFAULT '';

CREATE INDEX "Collection_parentId_position_id_idx" ON "Collection"("parentId", "position", "id");
CREATE INDEX "Collection_organizationId_parentId_position_idx" ON "Collection"("organizationId", "parentId", "position");
CREATE INDEX "Space_parentId_position_id_idx" ON "Space"("parentId", "position", "id");
CREATE INDEX "Space_organizationId_parentId_position_idx" ON "Space"("organizationId", "parentId", "position");

-- What is there stands in the order in which it was made: by the ULID behind the prefix of its id.
UPDATE "Space" SET "position" = substr("id", length('spc_') + 1);
UPDATE "Collection" SET "position" = substr("id", length('col_') + 1);
