-- CreateTable
CREATE TABLE "Job" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organizationId" TEXT,
    "kind" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "key" TEXT,
    "waitingKey" TEXT,
    "status" TEXT NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "runAt" DATETIME NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "startedAt" DATETIME,
    "finishedAt" DATETIME,
    "owner" TEXT,
    "lockedUntil" DATETIME,
    CONSTRAINT "Job_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "Job_waitingKey_key" ON "Job"("waitingKey");

-- CreateIndex
CREATE INDEX "Job_organizationId_id_idx" ON "Job"("organizationId", "id" DESC);

-- CreateIndex
CREATE INDEX "Job_organizationId_status_id_idx" ON "Job"("organizationId", "status", "id" DESC);

-- CreateIndex
CREATE INDEX "Job_organizationId_kind_id_idx" ON "Job"("organizationId", "kind", "id" DESC);

-- CreateIndex
CREATE INDEX "Job_status_runAt_idx" ON "Job"("status", "runAt");

-- CreateIndex
CREATE INDEX "Job_status_lockedUntil_idx" ON "Job"("status", "lockedUntil");

-- CreateIndex
CREATE INDEX "Job_kind_status_idx" ON "Job"("kind", "status");

-- CreateIndex
CREATE INDEX "Job_key_idx" ON "Job"("key");
