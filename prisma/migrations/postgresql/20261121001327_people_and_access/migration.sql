-- AlterTable
ALTER TABLE "AccessToken" ADD COLUMN     "issuer" TEXT NOT NULL DEFAULT 'operator',
ADD COLUMN     "lastUsedAt" TIMESTAMP(3),
ADD COLUMN     "organizationId" TEXT,
ADD COLUMN     "scopes" JSONB;

-- AlterTable
ALTER TABLE "Space" ADD COLUMN     "parentId" TEXT,
ADD COLUMN     "resolvedLevel" TEXT;

-- AlterTable
ALTER TABLE "User" ADD COLUMN     "emailVerifiedAt" TIMESTAMP(3),
ADD COLUMN     "searchKey" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "Collection" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT,
    "parentId" TEXT,
    "defaultLevel" TEXT,
    "resolvedLevel" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Collection_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CollectionAncestor" (
    "organizationId" TEXT NOT NULL,
    "collectionId" TEXT NOT NULL,
    "ancestorId" TEXT NOT NULL,

    CONSTRAINT "CollectionAncestor_pkey" PRIMARY KEY ("collectionId","ancestorId")
);

-- CreateTable
CREATE TABLE "Grant" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "spaceId" TEXT,
    "collectionId" TEXT,
    "userId" TEXT,
    "teamId" TEXT,
    "role" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Grant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "InviteLink" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "spaceId" TEXT,
    "collectionId" TEXT,
    "role" TEXT,
    "createdById" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "InviteLink_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AgentInstructions" (
    "organizationId" TEXT NOT NULL,
    "instructions" JSONB NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    "updatedById" TEXT NOT NULL,

    CONSTRAINT "AgentInstructions_pkey" PRIMARY KEY ("organizationId")
);

-- CreateTable
CREATE TABLE "SamlProvider" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "ssoURL" TEXT,
    "entityID" TEXT,
    "certificate" TEXT,
    "defaultTeamId" TEXT,
    "defaultRole" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "SamlProvider_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SamlIdentity" (
    "organizationId" TEXT NOT NULL,
    "providerId" TEXT NOT NULL,
    "nameId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "SamlIdentity_pkey" PRIMARY KEY ("providerId","nameId")
);

-- CreateTable
CREATE TABLE "SamlLogin" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "providerId" TEXT NOT NULL,
    "browserHash" TEXT NOT NULL,
    "redirect" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "ticketHash" TEXT,
    "subject" JSONB,

    CONSTRAINT "SamlLogin_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Team" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "titleKey" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Team_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "TeamMember" (
    "organizationId" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "TeamMember_pkey" PRIMARY KEY ("teamId","userId")
);

-- CreateIndex
CREATE INDEX "Collection_organizationId_id_idx" ON "Collection"("organizationId", "id" DESC);

-- CreateIndex
CREATE INDEX "Collection_parentId_id_idx" ON "Collection"("parentId", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "Collection_organizationId_id_key" ON "Collection"("organizationId", "id");

-- CreateIndex
CREATE INDEX "CollectionAncestor_ancestorId_idx" ON "CollectionAncestor"("ancestorId");

-- CreateIndex
CREATE INDEX "Grant_userId_idx" ON "Grant"("userId");

-- CreateIndex
CREATE INDEX "Grant_teamId_idx" ON "Grant"("teamId");

-- CreateIndex
CREATE INDEX "Grant_spaceId_id_idx" ON "Grant"("spaceId", "id" DESC);

-- CreateIndex
CREATE INDEX "Grant_collectionId_id_idx" ON "Grant"("collectionId", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "Grant_spaceId_userId_key" ON "Grant"("spaceId", "userId");

-- CreateIndex
CREATE UNIQUE INDEX "Grant_spaceId_teamId_key" ON "Grant"("spaceId", "teamId");

-- CreateIndex
CREATE UNIQUE INDEX "Grant_collectionId_userId_key" ON "Grant"("collectionId", "userId");

-- CreateIndex
CREATE UNIQUE INDEX "Grant_collectionId_teamId_key" ON "Grant"("collectionId", "teamId");

-- CreateIndex
CREATE INDEX "InviteLink_organizationId_createdAt_id_idx" ON "InviteLink"("organizationId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "SamlProvider_organizationId_id_idx" ON "SamlProvider"("organizationId", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "SamlProvider_organizationId_id_key" ON "SamlProvider"("organizationId", "id");

-- CreateIndex
CREATE INDEX "SamlIdentity_userId_idx" ON "SamlIdentity"("userId");

-- CreateIndex
CREATE INDEX "SamlLogin_expiresAt_idx" ON "SamlLogin"("expiresAt");

-- CreateIndex
CREATE INDEX "Team_organizationId_id_idx" ON "Team"("organizationId", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "Team_organizationId_id_key" ON "Team"("organizationId", "id");

-- CreateIndex
CREATE INDEX "TeamMember_teamId_createdAt_userId_idx" ON "TeamMember"("teamId", "createdAt" DESC, "userId" DESC);

-- CreateIndex
CREATE INDEX "TeamMember_userId_idx" ON "TeamMember"("userId");

-- CreateIndex
CREATE INDEX "Member_organizationId_joinedAt_userId_idx" ON "Member"("organizationId", "joinedAt" DESC, "userId" DESC);

-- CreateIndex
CREATE INDEX "Member_organizationId_lastSeenAt_userId_idx" ON "Member"("organizationId", "lastSeenAt" DESC, "userId" DESC);

-- CreateIndex
CREATE INDEX "Space_parentId_id_idx" ON "Space"("parentId", "id" DESC);

-- AddForeignKey
ALTER TABLE "Collection" ADD CONSTRAINT "Collection_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Collection" ADD CONSTRAINT "Collection_organizationId_parentId_fkey" FOREIGN KEY ("organizationId", "parentId") REFERENCES "Collection"("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CollectionAncestor" ADD CONSTRAINT "CollectionAncestor_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CollectionAncestor" ADD CONSTRAINT "CollectionAncestor_organizationId_collectionId_fkey" FOREIGN KEY ("organizationId", "collectionId") REFERENCES "Collection"("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CollectionAncestor" ADD CONSTRAINT "CollectionAncestor_organizationId_ancestorId_fkey" FOREIGN KEY ("organizationId", "ancestorId") REFERENCES "Collection"("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Grant" ADD CONSTRAINT "Grant_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Grant" ADD CONSTRAINT "Grant_organizationId_spaceId_fkey" FOREIGN KEY ("organizationId", "spaceId") REFERENCES "Space"("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Grant" ADD CONSTRAINT "Grant_organizationId_collectionId_fkey" FOREIGN KEY ("organizationId", "collectionId") REFERENCES "Collection"("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Grant" ADD CONSTRAINT "Grant_organizationId_userId_fkey" FOREIGN KEY ("organizationId", "userId") REFERENCES "Member"("organizationId", "userId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Grant" ADD CONSTRAINT "Grant_organizationId_teamId_fkey" FOREIGN KEY ("organizationId", "teamId") REFERENCES "Team"("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InviteLink" ADD CONSTRAINT "InviteLink_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InviteLink" ADD CONSTRAINT "InviteLink_organizationId_spaceId_fkey" FOREIGN KEY ("organizationId", "spaceId") REFERENCES "Space"("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InviteLink" ADD CONSTRAINT "InviteLink_organizationId_collectionId_fkey" FOREIGN KEY ("organizationId", "collectionId") REFERENCES "Collection"("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InviteLink" ADD CONSTRAINT "InviteLink_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AgentInstructions" ADD CONSTRAINT "AgentInstructions_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AgentInstructions" ADD CONSTRAINT "AgentInstructions_updatedById_fkey" FOREIGN KEY ("updatedById") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Space" ADD CONSTRAINT "Space_organizationId_parentId_fkey" FOREIGN KEY ("organizationId", "parentId") REFERENCES "Collection"("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SamlProvider" ADD CONSTRAINT "SamlProvider_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SamlProvider" ADD CONSTRAINT "SamlProvider_organizationId_defaultTeamId_fkey" FOREIGN KEY ("organizationId", "defaultTeamId") REFERENCES "Team"("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SamlIdentity" ADD CONSTRAINT "SamlIdentity_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SamlIdentity" ADD CONSTRAINT "SamlIdentity_organizationId_providerId_fkey" FOREIGN KEY ("organizationId", "providerId") REFERENCES "SamlProvider"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SamlIdentity" ADD CONSTRAINT "SamlIdentity_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SamlLogin" ADD CONSTRAINT "SamlLogin_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SamlLogin" ADD CONSTRAINT "SamlLogin_organizationId_providerId_fkey" FOREIGN KEY ("organizationId", "providerId") REFERENCES "SamlProvider"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Team" ADD CONSTRAINT "Team_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TeamMember" ADD CONSTRAINT "TeamMember_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TeamMember" ADD CONSTRAINT "TeamMember_organizationId_teamId_fkey" FOREIGN KEY ("organizationId", "teamId") REFERENCES "Team"("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TeamMember" ADD CONSTRAINT "TeamMember_organizationId_userId_fkey" FOREIGN KEY ("organizationId", "userId") REFERENCES "Member"("organizationId", "userId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AccessToken" ADD CONSTRAINT "AccessToken_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Until now there were no collections: a space's level is resolved as it stands.
UPDATE "Space" SET "resolvedLevel" = "defaultLevel";

-- Until now every user was made by the operator, whose word verifies an address.
UPDATE "User" SET "emailVerifiedAt" = "createdAt";
