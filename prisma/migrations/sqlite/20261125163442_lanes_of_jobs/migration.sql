-- AlterTable
ALTER TABLE "Job" ADD COLUMN "lane" TEXT NOT NULL DEFAULT 'computing';

-- DropIndex
DROP INDEX "Job_status_runAt_idx";

-- DropIndex
DROP INDEX "Job_status_lockedUntil_idx";

-- CreateIndex
CREATE INDEX "Job_lane_status_runAt_idx" ON "Job"("lane", "status", "runAt");

-- CreateIndex
CREATE INDEX "Job_lane_status_organizationId_runAt_id_idx" ON "Job"("lane", "status", "organizationId", "runAt", "id");

-- CreateIndex
CREATE INDEX "Job_lane_organizationId_startedAt_idx" ON "Job"("lane", "organizationId", "startedAt");
