import { type Endpoint, type Explanation, auth, because } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';
import type { FastifyRequest } from 'fastify';

import type { SiteAnnouncement } from '../announcement.ts';
import type { RecordRejection } from './refusals.ts';

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
}: ReadOnlyOptions): (request: FastifyRequest, call: Endpoint | undefined) => Promise<void> {
  return async (request, call) => {
    const { method } = request;
    if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return;
    if (call?.whileReadOnly) return;
    const current = await announcement.get();
    if (!current?.isReadOnly) return;
    recordRejection(request, 'maintenance');
    throw new AppError('MAINTENANCE', {
      ...explain(current.message),
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  };
}

function explain(announcement: string): Explanation {
  return announcement === auth.READ_ONLY_SENTENCE
    ? because('site.read-only')
    : because('site.announced', { announcement });
}
