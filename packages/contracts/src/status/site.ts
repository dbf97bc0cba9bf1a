import { Type, type Static } from 'typebox';

import { endpoint } from '../endpoint.ts';
import { Nullable, Timestamp } from '../primitives.ts';
import { Finding } from '../finding.ts';
import { AuthStatus, CatalogStatus, GameStatus, GatewayStatus } from './services.ts';

/** Whether a service answered: `away` refused the call or failed, `silent` did not answer in time. */
const Answer = Type.Union([Type.Literal('ok'), Type.Literal('away'), Type.Literal('silent')]);
export type Answer = Static<typeof Answer>;

/** The state of the whole site. A part that does not answer is null. */
export const SiteStatus = Type.Object({
  at: Timestamp,
  answers: Type.Object({ auth: Answer, catalog: Answer, game: Answer, gateway: Answer }),
  auth: Nullable(AuthStatus),
  catalog: Nullable(CatalogStatus),
  game: Nullable(GameStatus),
  gateway: Nullable(GatewayStatus),
  /** The most severe first. */
  findings: Type.Array(Finding),
});
export type SiteStatus = Static<typeof SiteStatus>;

export const getSiteStatus = endpoint({
  operationId: 'getSiteStatus',
  summary: 'The state of all services, with findings and what to do about them',
  method: 'GET',
  path: '/api/admin/status',
  access: 'superadmin',
  data: SiteStatus,
});
