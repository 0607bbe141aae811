-- DropIndex
DROP INDEX "Collection_parentId_id_idx";

-- DropIndex
DROP INDEX "Space_parentId_id_idx";

-- AlterTable
ALTER TABLE "Collection" ADD COLUMN     "position" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "Space" ADD COLUMN     "position" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE INDEX "Collection_parentId_position_id_idx" ON "Collection"("parentId", "position", "id");

-- CreateIndex
CREATE INDEX "Collection_organizationId_parentId_position_idx" ON "Collection"("organizationId", "parentId", "position");

-- CreateIndex
CREATE INDEX "Space_parentId_position_id_idx" ON "Space"("parentId", "position", "id");

-- CreateIndex
CREATE INDEX "Space_organizationId_parentId_position_idx" ON "Space"("organizationId", "parentId", "position");

-- What is there stands in the order in which it was made: by the ULID behind the prefix of its id.
UPDATE "Space" SET "position" = substr("id", length('spc_') + 1);
UPDATE "Collection" SET "position" = substr("id", length('col_') + 1);
