-- AlterTable
ALTER TABLE "Space" ADD COLUMN     "purgedAt" TIMESTAMP(3);

-- CreateTable
CREATE TABLE "ContentTouch" (
    "organizationId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ContentTouch_pkey" PRIMARY KEY ("organizationId","hash")
);

-- CreateIndex
CREATE INDEX "ContentTouch_at_idx" ON "ContentTouch"("at");

-- AddForeignKey
ALTER TABLE "ContentTouch" ADD CONSTRAINT "ContentTouch_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;
