-- CreateIndex
CREATE INDEX "AccessToken_providerId_userId_idx" ON "AccessToken"("providerId", "userId");
