-- CreateTable
CREATE TABLE "RateWindow" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "granted" INTEGER NOT NULL,
    "endsAt" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "RateWindow_endsAt_idx" ON "RateWindow"("endsAt");
