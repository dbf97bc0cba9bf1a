import { auth, catalog, type Endpoint } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';
import type { FastifyRequest } from 'fastify';

import type { SiteAnnouncement } from '../announcement.ts';
import type { RecordRejection } from './refusals.ts';

/** Calls that a read-only site accepts: sessions, watching, and its end. */
const ACCEPTED: Endpoint[] = [
  auth.login,
  auth.refreshToken,
  auth.logout,
  auth.putAnnouncement,
  catalog.recordView,
];
const RETRY_AFTER_SECONDS = 30;

interface ReadOnlyOptions {
  announcement: SiteAnnouncement;
  recordRejection: RecordRejection;
}

/**
 * Returns the check that throws MAINTENANCE, with the announcement, for calls that would change something on a read-only
 * site. While auth does not answer, its last answer counts.
 */
export function createReadOnlyGuard({
  announcement,
  recordRejection,
}: ReadOnlyOptions): (request: FastifyRequest, path: string) => Promise<void> {
  const accepted = ACCEPTED.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`),
  }));
  return async (request, path) => {
    const { method } = request;
    if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return;
    if (accepted.some((each) => each.method === method && each.pattern.test(path))) return;
    const current = await announcement.get();
    if (!current?.isReadOnly) return;
    recordRejection(request, 'maintenance');
    throw new AppError('MAINTENANCE', {
      message: current.message,
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  };
}
