import { Type, type Static } from 'typebox';

import { endpoint } from '../endpoint.ts';
import { because } from '../reasons.ts';
import { Visitors, type SiteAccess } from './site-access.ts';

/** Whose links to lists open on a closed site; on an open one, everybody's do. */
export const CLOSED_LINKS = ['nobody', 'superadmins', 'teachers', 'members'] as const;
export type ClosedLinks = (typeof CLOSED_LINKS)[number];
const ClosedLinks = Type.Unsafe<ClosedLinks>({
  type: 'string',
  enum: CLOSED_LINKS,
  ...because('site.links-unknown'),
});

/** The choices of superadmins. */
export const SiteAccessChoice = Type.Object({
  visitors: Visitors,
  /** For the game of a closed site. */
  game: Visitors,
  /** For links to lists of a closed site; teachers include superadmins, and members everybody. */
  links: ClosedLinks,
  /** The choices that the environment makes, which cannot be changed here. */
  decided: Type.Object({ visitors: Type.Boolean(), game: Type.Boolean() }),
});
export type SiteAccessChoice = Static<typeof SiteAccessChoice>;

/** Returns what visitors may use by the choices. The game of an open site is open. */
export function toSiteAccess({ visitors, game }: Pick<SiteAccessChoice, 'visitors' | 'game'>): SiteAccess {
  return { visitors, game: visitors === 'everybody' ? 'everybody' : game };
}

export const getSiteAccessChoice = endpoint({
  operationId: 'getSiteAccessChoice',
  summary: 'The choices of what people can use without signing in',
  method: 'GET',
  path: '/api/admin/site/access',
  access: 'superadmin',
  data: Type.Object({ choice: SiteAccessChoice }),
});

export const putSiteAccess = endpoint({
  operationId: 'putSiteAccess',
  summary: 'Close the site to people who are not signed in, or open it to everybody',
  method: 'PUT',
  path: '/api/admin/site/access',
  access: 'superadmin',
  whileReadOnly: true,
  body: Type.Object({
    /** Unchanged if missing. */
    visitors: Type.Optional(Visitors),
    /** Unchanged if missing. */
    game: Type.Optional(Visitors),
    /** Unchanged if missing. */
    links: Type.Optional(ClosedLinks),
  }),
  data: Type.Object({ choice: SiteAccessChoice }),
  errors: ['CONFLICT'],
});

/** Auth reads and saves the choice for the page for the first start, when nobody is signed in. */
export const readSiteAccess = endpoint({
  operationId: 'readSiteAccess',
  summary: 'The choices of what people can use without signing in, for the first start',
  method: 'GET',
  path: '/internal/site-access',
  access: 'internal',
  data: Type.Object({ choice: SiteAccessChoice }),
});

export const saveSiteAccess = endpoint({
  operationId: 'saveSiteAccess',
  summary: 'Close or open the site at the first start',
  method: 'PUT',
  path: '/internal/site-access',
  access: 'internal',
  body: Type.Object({ visitors: Visitors }),
  errors: ['CONFLICT'],
});
