import { stat } from 'node:fs/promises';

import type { Finding } from '@larksong/health';
import { formatTime } from '@larksong/service-kit/sentences';

/** Clocks of disks and machines differ by seconds. */
const BEHIND_MS = 10 * 60_000;

/** Returns a finding if files that a site has written are newer than the clock of this machine; missing ones are skipped. */
export async function checkFilesClock(paths: string[], now = Date.now()): Promise<Finding[]> {
  const written = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  );
  const behindMs = Math.max(0, ...written) - now;
  if (behindMs < BEHIND_MS) return [];
  return [
    {
      id: 'clock-wrong',
      severity: 'error',
      about: 'machine',
      sentence: `The clock of this machine is behind: files of the site were written ${formatTime(behindMs / 1000)} in its future.`,
      remedy:
        'Set the clock, and have it set from the network: sudo timedatectl set-ntp true. Until then, sign-ins and certificates may fail.',
    },
  ];
}
