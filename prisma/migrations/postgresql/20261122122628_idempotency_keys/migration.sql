-- CreateTable
CREATE TABLE "IdempotencyKey" (
    "hash" TEXT NOT NULL,
    "requestHash" TEXT NOT NULL,
    "outcome" JSONB NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "IdempotencyKey_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE INDEX "IdempotencyKey_expiresAt_idx" ON "IdempotencyKey"("expiresAt");
