-- CreateTable
CREATE TABLE "IdempotencyKey" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "requestHash" TEXT NOT NULL,
    "outcome" JSONB NOT NULL,
    "expiresAt" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "IdempotencyKey_expiresAt_idx" ON "IdempotencyKey"("expiresAt");
