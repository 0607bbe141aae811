-- DropIndex
DROP INDEX "Revision_spaceId_id_idx";

-- CreateIndex
CREATE INDEX "Revision_spaceId_changeRequestId_id_idx" ON "Revision"("spaceId", "changeRequestId", "id" DESC);
