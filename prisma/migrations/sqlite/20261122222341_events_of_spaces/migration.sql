-- AlterTable
ALTER TABLE "Event" ADD COLUMN "changeRequestId" TEXT;
ALTER TABLE "Event" ADD COLUMN "spaceId" TEXT;
ALTER TABLE "Event" ADD COLUMN "tokenId" TEXT;

-- CreateIndex
CREATE INDEX "Event_organizationId_spaceId_sequence_idx" ON "Event"("organizationId", "spaceId", "sequence" DESC);

-- CreateIndex
CREATE INDEX "Event_organizationId_changeRequestId_sequence_idx" ON "Event"("organizationId", "changeRequestId", "sequence" DESC);

-- CreateIndex
CREATE INDEX "Event_organizationId_actorId_sequence_idx" ON "Event"("organizationId", "actorId", "sequence" DESC);

-- CreateIndex
CREATE INDEX "Event_organizationId_action_sequence_idx" ON "Event"("organizationId", "action", "sequence" DESC);

-- CreateIndex
CREATE INDEX "Event_organizationId_targetId_sequence_idx" ON "Event"("organizationId", "targetId", "sequence" DESC);
