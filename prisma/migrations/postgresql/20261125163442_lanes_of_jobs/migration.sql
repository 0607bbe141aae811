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

-- Jobs were queued in this schema, too. A role that may not drop it leaves it: nothing reads it any more. So does one that
-- an older server keeps waiting for its locks.
DO $$
BEGIN
  SET LOCAL lock_timeout = '2s';
  DROP SCHEMA IF EXISTS docgraph_jobs CASCADE;
EXCEPTION
  WHEN insufficient_privilege OR lock_not_available OR deadlock_detected THEN
    RAISE NOTICE 'The schema docgraph_jobs is unused and was not dropped: %', SQLERRM;
END
$$;
