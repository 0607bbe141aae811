-- CreateIndex
CREATE INDEX "ChangeRequest_organizationId_updatedAt_id_idx" ON "ChangeRequest"("organizationId", "updatedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "ChangeRequest_spaceId_updatedAt_id_idx" ON "ChangeRequest"("spaceId", "updatedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "ChangeRequest_createdById_updatedAt_id_idx" ON "ChangeRequest"("createdById", "updatedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "ChangeRequest_conversationsIssuesClusterId_updatedAt_id_idx" ON "ChangeRequest"("conversationsIssuesClusterId", "updatedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Collection_organizationId_updatedAt_id_idx" ON "Collection"("organizationId", "updatedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Collection_organizationId_titleKey_id_idx" ON "Collection"("organizationId", "titleKey", "id");

-- CreateIndex
CREATE INDEX "Collection_parentId_titleKey_id_idx" ON "Collection"("parentId", "titleKey", "id");

-- CreateIndex
CREATE INDEX "OpenAPISpec_organizationId_updatedAt_id_idx" ON "OpenAPISpec"("organizationId", "updatedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Site_organizationId_updatedAt_id_idx" ON "Site"("organizationId", "updatedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Site_organizationId_titleKey_id_idx" ON "Site"("organizationId", "titleKey", "id");

-- CreateIndex
CREATE INDEX "Space_organizationId_updatedAt_id_idx" ON "Space"("organizationId", "updatedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Space_organizationId_titleKey_id_idx" ON "Space"("organizationId", "titleKey", "id");

-- CreateIndex
CREATE INDEX "Space_deleted_idx" ON "Space"("organizationId", "deletedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Space_parentId_titleKey_id_idx" ON "Space"("parentId", "titleKey", "id");

-- CreateIndex
CREATE INDEX "Team_organizationId_titleKey_id_idx" ON "Team"("organizationId", "titleKey", "id");

-- CreateIndex
CREATE INDEX "Translation_organizationId_updatedAt_id_idx" ON "Translation"("organizationId", "updatedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Translation_sourceSpaceId_updatedAt_id_idx" ON "Translation"("sourceSpaceId", "updatedAt" DESC, "id" DESC);
