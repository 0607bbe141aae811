-- AlterTable
ALTER TABLE "AccessToken" ADD COLUMN     "documents" TEXT;

-- CreateTable
CREATE TABLE "PersistedDocument" (
    "client" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "PersistedDocument_pkey" PRIMARY KEY ("client","key")
);

-- CreateIndex
CREATE INDEX "PersistedDocument_key_idx" ON "PersistedDocument"("key");
