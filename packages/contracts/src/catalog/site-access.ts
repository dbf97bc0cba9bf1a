import { Type, type Static } from 'typebox';

import { endpoint } from '../endpoint.ts';
import { because } from '../reasons.ts';

/** Who may use a part of the site without signing in. */
export const Visitors = Type.Union([Type.Literal('everybody'), Type.Literal('nobody')], {
  ...because('site.visitors-unknown'),
});
export type Visitors = Static<typeof Visitors>;

/** What people can use without signing in. */
export const SiteAccess = Type.Object({
  /** For `nobody`, the site is closed: visitors see public videos no more than those for registered viewers. */
  visitors: Visitors,
  /** The game; `nobody` only if the site is closed. */
  game: Visitors,
});
export type SiteAccess = Static<typeof SiteAccess>;

export const getSiteAccess = endpoint({
  operationId: 'getSiteAccess',
  summary: 'What people can use without signing in',
  method: 'GET',
  path: '/api/site/access',
  access: 'anyone',
  data: Type.Object({ access: SiteAccess }),
});
