-- AlterTable
ALTER TABLE "AccessToken" ADD COLUMN "documents" TEXT;

-- CreateTable
CREATE TABLE "PersistedDocument" (
    "client" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,

    PRIMARY KEY ("client", "key")
);

-- CreateIndex
CREATE INDEX "PersistedDocument_key_idx" ON "PersistedDocument"("key");
