-- CreateIndex
CREATE INDEX "User_organizationId_idx" ON "User"("organizationId");
