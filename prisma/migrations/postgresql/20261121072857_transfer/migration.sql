-- DropIndex
DROP INDEX "Revision_organizationId_id_key";
