-- AlterTable
ALTER TABLE "AccessToken" ADD COLUMN     "providerId" TEXT,
ADD COLUMN     "providerSessionId" TEXT,
ADD COLUMN     "remoteAddress" TEXT,
ADD COLUMN     "userAgent" TEXT;

-- AlterTable
ALTER TABLE "SamlIdentity" ADD COLUMN     "groups" JSONB;

-- AlterTable
ALTER TABLE "SamlProvider" ADD COLUMN     "groupMode" TEXT NOT NULL DEFAULT 'additive',
ADD COLUMN     "groupsAttribute" TEXT,
ADD COLUMN     "nextCertificate" TEXT;

-- AlterTable
ALTER TABLE "User" ADD COLUMN     "mutedMails" JSONB;

-- CreateTable
CREATE TABLE "Mail" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT,
    "userId" TEXT,
    "kind" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "body" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "sentAt" TIMESTAMP(3),
    "expiresAt" TIMESTAMP(3),

    CONSTRAINT "Mail_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Notification" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "objectId" TEXT NOT NULL,
    "actorId" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Notification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "OidcProvider" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "clientSecret" TEXT,
    "groupsClaim" TEXT,
    "groupMode" TEXT NOT NULL DEFAULT 'additive',
    "defaultTeamId" TEXT,
    "defaultRole" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "OidcProvider_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "OidcIdentity" (
    "organizationId" TEXT NOT NULL,
    "providerId" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "groups" JSONB,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "OidcIdentity_pkey" PRIMARY KEY ("providerId","subject")
);

-- CreateTable
CREATE TABLE "OidcLogin" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "providerId" TEXT NOT NULL,
    "browserHash" TEXT NOT NULL,
    "redirect" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "OidcLogin_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ProviderGroup" (
    "organizationId" TEXT NOT NULL,
    "providerId" TEXT NOT NULL,
    "group" TEXT NOT NULL,
    "teamId" TEXT NOT NULL,

    CONSTRAINT "ProviderGroup_pkey" PRIMARY KEY ("organizationId","providerId","group","teamId")
);

-- CreateTable
CREATE TABLE "SignInLink" (
    "hash" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "redirect" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "SignInLink_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE INDEX "Mail_expiresAt_idx" ON "Mail"("expiresAt");

-- CreateIndex
CREATE INDEX "Mail_createdAt_idx" ON "Mail"("createdAt");

-- CreateIndex
CREATE INDEX "Notification_userId_createdAt_idx" ON "Notification"("userId", "createdAt");

-- CreateIndex
CREATE INDEX "Notification_organizationId_idx" ON "Notification"("organizationId");

-- CreateIndex
CREATE INDEX "OidcProvider_organizationId_id_idx" ON "OidcProvider"("organizationId", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "OidcProvider_organizationId_id_key" ON "OidcProvider"("organizationId", "id");

-- CreateIndex
CREATE INDEX "OidcIdentity_userId_idx" ON "OidcIdentity"("userId");

-- CreateIndex
CREATE INDEX "OidcLogin_expiresAt_idx" ON "OidcLogin"("expiresAt");

-- CreateIndex
CREATE INDEX "OidcLogin_providerId_createdAt_idx" ON "OidcLogin"("providerId", "createdAt");

-- CreateIndex
CREATE INDEX "ProviderGroup_organizationId_teamId_idx" ON "ProviderGroup"("organizationId", "teamId");

-- CreateIndex
CREATE INDEX "SignInLink_expiresAt_idx" ON "SignInLink"("expiresAt");

-- CreateIndex
CREATE INDEX "SignInLink_userId_createdAt_idx" ON "SignInLink"("userId", "createdAt");

-- CreateIndex
CREATE INDEX "AccessToken_organizationId_id_idx" ON "AccessToken"("organizationId", "id" DESC);

-- AddForeignKey
ALTER TABLE "Notification" ADD CONSTRAINT "Notification_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Notification" ADD CONSTRAINT "Notification_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OidcProvider" ADD CONSTRAINT "OidcProvider_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OidcProvider" ADD CONSTRAINT "OidcProvider_organizationId_defaultTeamId_fkey" FOREIGN KEY ("organizationId", "defaultTeamId") REFERENCES "Team"("organizationId", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OidcIdentity" ADD CONSTRAINT "OidcIdentity_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OidcIdentity" ADD CONSTRAINT "OidcIdentity_organizationId_providerId_fkey" FOREIGN KEY ("organizationId", "providerId") REFERENCES "OidcProvider"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OidcIdentity" ADD CONSTRAINT "OidcIdentity_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OidcLogin" ADD CONSTRAINT "OidcLogin_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OidcLogin" ADD CONSTRAINT "OidcLogin_organizationId_providerId_fkey" FOREIGN KEY ("organizationId", "providerId") REFERENCES "OidcProvider"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProviderGroup" ADD CONSTRAINT "ProviderGroup_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProviderGroup" ADD CONSTRAINT "ProviderGroup_organizationId_teamId_fkey" FOREIGN KEY ("organizationId", "teamId") REFERENCES "Team"("organizationId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SignInLink" ADD CONSTRAINT "SignInLink_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
