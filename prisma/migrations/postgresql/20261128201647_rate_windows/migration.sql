-- CreateTable
CREATE TABLE "RateWindow" (
    "hash" TEXT NOT NULL,
    "granted" INTEGER NOT NULL,
    "endsAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "RateWindow_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE INDEX "RateWindow_endsAt_idx" ON "RateWindow"("endsAt");
