-- CreateIndex
CREATE INDEX "SamlLogin_providerId_createdAt_idx" ON "SamlLogin"("providerId", "createdAt");
