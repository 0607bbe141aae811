-- AlterTable
ALTER TABLE "Space" ADD COLUMN "purgedAt" DATETIME;

-- CreateTable
CREATE TABLE "ContentTouch" (
    "organizationId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "at" DATETIME NOT NULL,

    PRIMARY KEY ("organizationId", "hash"),
    CONSTRAINT "ContentTouch_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "ContentTouch_at_idx" ON "ContentTouch"("at");
