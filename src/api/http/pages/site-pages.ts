import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SiteResponse, Theme, VisitorDependence, VisitorParameters } from '../../../render/html/responses.js';
import type { SharedCaching } from './shared-cache.js';

/** Addresses of a requested site. */
export interface SiteAddress {
  organizationId: string;
  /** Path of the site on this server. */
  path: string;
  /** Paths of the site on this server, without the path of `PUBLIC_URL`: by its basename and by its id. */
  published: string[];
  /** Path of the site as its visitor sees it. */
  root: string;
  /** The site's own host by which the visitor opens it; null for the host of the server. */
  host: string | null;
  /** Base address of the site at its own host; null if it has none. */
  ownUrl: string | null;
  /** Whether the request used another name than the site's own. */
  isElsewhere: boolean;
}

/** Result of opening a site for a visitor. */
export type Admission<Visit> = { visit: Visit; dependence: VisitorDependence } | Refusal;

/** Reason that a site does not open. */
export type Refusal =
  | { refused: 'NO_SITE' }
  /** `isSignedIn`: whether the browser has the session of a person whom the site does not admit as a member. */
  | { refused: 'NO_TOKEN'; fallbackUrl: string | null; isSignedIn?: boolean };

/** Result for the member who is signed in: `NO_ACCESS` if the person of the session has no access. */
type ForMember<Result> = Result | 'NOT_SIGNED_IN' | 'NO_ACCESS';

/** Dependencies of the routes of published sites. The routes only pass a `Visit` on; they do not read it. */
export interface SitePages<Context, Site extends SiteAddress, Visit> {
  /** Base address of the server. */
  base: string;
  caching: SharedCaching;
  contextOf(request: FastifyRequest, reply: FastifyReply): Context;
  /** Finds the site at an address, for a request to a host; null if there is none. */
  siteAt(context: Context, address: { organizationId: string; name: string; host: string }): Promise<Site | null>;
  /** Finds the site with a confirmed hostname; null if there is none. */
  siteOfHostname(hostname: string): Promise<Site | null>;
  open(context: Context, site: Site, brought: VisitorParameters): Promise<Admission<Visit>>;
  /** Opens a site to the member who is signed in in the browser. */
  openToMember(context: Context, site: Site, request: FastifyRequest): Promise<ForMember<{ visit: Visit }>>;
  /** Returns a token that lets the member who is signed in visit a site at its own host. */
  tokenForMember(context: Context, site: Site, request: FastifyRequest): Promise<ForMember<{ token: string }>>;
  preview(context: Context, token: string, theme: Theme | null): Promise<Visit | null>;
  answer(context: Context, visit: Visit, request: { path: string; query: string }): Promise<SiteResponse>;
  /** Returns the origins of files at the address of this server, separated by spaces. */
  fileOrigins(): Promise<string>;
  /** Sends the file at an address of a site. */
  sendFile(exchange: Pick<SiteRequest, 'request' | 'reply' | 'site' | 'address'>): Promise<FastifyReply>;
}

/** The dependencies with unknown types, because the routes do not read these values. */
export type Pages = SitePages<unknown, SiteAddress, unknown>;

/** A request for a page. */
export interface PageRequest {
  pages: Pages;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A request for an address of a site. */
export interface SiteRequest extends PageRequest {
  context: unknown;
  site: SiteAddress;
  /** The address: its path as written, the path below the site, and its query. */
  address: { path: string; below: string; search: string };
}
