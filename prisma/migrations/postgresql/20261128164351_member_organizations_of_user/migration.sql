-- DropIndex
DROP INDEX "Member_userId_idx";

-- CreateIndex
CREATE INDEX "Member_userId_organizationId_idx" ON "Member"("userId", "organizationId");
