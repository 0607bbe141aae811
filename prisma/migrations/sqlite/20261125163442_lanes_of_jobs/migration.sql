-- AlterTable
ALTER TABLE "Job" ADD COLUMN "lane" TEXT NOT NULL DEFAULT 'computing';
ALTER TABLE "Job" ADD COLUMN "queue" TEXT NOT NULL DEFAULT 'computing:';

UPDATE "Job" SET "queue" = 'computing:' || "organizationId" WHERE "organizationId" IS NOT NULL;

-- DropIndex
DROP INDEX "Job_status_runAt_idx";

-- DropIndex
DROP INDEX "Job_status_lockedUntil_idx";

-- CreateIndex
CREATE INDEX "Job_lane_status_queue_runAt_id_idx" ON "Job"("lane", "status", "queue", "runAt", "id");

-- CreateIndex
CREATE INDEX "Job_queue_startedAt_idx" ON "Job"("queue", "startedAt");
