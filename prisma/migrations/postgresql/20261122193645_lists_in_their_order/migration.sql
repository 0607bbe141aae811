-- DropIndex
DROP INDEX "AccessToken_userId_idx";

-- DropIndex
DROP INDEX "TeamMember_userId_idx";

-- CreateIndex
CREATE INDEX "AccessToken_userId_id_idx" ON "AccessToken"("userId", "id" DESC);

-- CreateIndex
CREATE INDEX "ChangeRequest_spaceId_id_idx" ON "ChangeRequest"("spaceId", "id" DESC);

-- CreateIndex
CREATE INDEX "ChangeRequest_spaceId_createdById_id_idx" ON "ChangeRequest"("spaceId", "createdById", "id" DESC);

-- CreateIndex
CREATE INDEX "ChangeRequest_organizationId_createdById_id_idx" ON "ChangeRequest"("organizationId", "createdById", "id" DESC);

-- CreateIndex
CREATE INDEX "ReviewRequest_changeRequestId_answeredAt_createdAt_userId_idx" ON "ReviewRequest"("changeRequestId", "answeredAt", "createdAt" DESC, "userId" DESC);

-- CreateIndex
CREATE INDEX "TeamMember_userId_teamId_idx" ON "TeamMember"("userId", "teamId" DESC);
