-- DropIndex
DROP INDEX "Comment_spaceId_changeRequestId_id_idx";

-- AlterTable
ALTER TABLE "Comment" ADD COLUMN     "blob" TEXT,
ADD COLUMN     "parentId" TEXT,
ADD COLUMN     "quote" TEXT,
ADD COLUMN     "status" TEXT NOT NULL DEFAULT 'open',
ADD COLUMN     "threadId" TEXT;

UPDATE "Comment" SET "parentId" = coalesce("changeRequestId", "spaceId");
ALTER TABLE "Comment" ALTER COLUMN "parentId" SET NOT NULL;

-- CreateTable
CREATE TABLE "Reaction" (
    "organizationId" TEXT NOT NULL,
    "commentId" TEXT NOT NULL,
    "emoji" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "reactedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Reaction_pkey" PRIMARY KEY ("commentId","emoji","userId")
);

-- CreateIndex
CREATE INDEX "Comment_parentId_id_idx" ON "Comment"("parentId", "id" DESC);

-- CreateIndex
CREATE INDEX "Comment_parentId_status_id_idx" ON "Comment"("parentId", "status", "id" DESC);

-- CreateIndex
CREATE INDEX "Comment_parentId_pageId_id_idx" ON "Comment"("parentId", "pageId", "id" DESC);

-- CreateIndex
CREATE INDEX "Comment_parentId_postedById_id_idx" ON "Comment"("parentId", "postedById", "id" DESC);

-- CreateIndex
CREATE INDEX "Comment_threadId_postedById_idx" ON "Comment"("threadId", "postedById");

-- CreateIndex
CREATE INDEX "Comment_spaceId_changeRequestId_postedById_idx" ON "Comment"("spaceId", "changeRequestId", "postedById");

-- CreateIndex
CREATE UNIQUE INDEX "Comment_organizationId_id_key" ON "Comment"("organizationId", "id");

-- AddForeignKey
ALTER TABLE "Comment" ADD CONSTRAINT "Comment_organizationId_threadId_fkey" FOREIGN KEY ("organizationId", "threadId") REFERENCES "Comment"("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Reaction" ADD CONSTRAINT "Reaction_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Reaction" ADD CONSTRAINT "Reaction_organizationId_commentId_fkey" FOREIGN KEY ("organizationId", "commentId") REFERENCES "Comment"("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Reaction" ADD CONSTRAINT "Reaction_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
