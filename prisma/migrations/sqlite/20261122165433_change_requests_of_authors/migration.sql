-- CreateIndex
CREATE INDEX "ChangeRequest_createdById_id_idx" ON "ChangeRequest"("createdById", "id" DESC);
