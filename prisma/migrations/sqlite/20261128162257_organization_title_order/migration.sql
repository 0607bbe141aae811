-- CreateIndex
CREATE INDEX "Organization_titleKey_id_idx" ON "Organization"("titleKey", "id");
