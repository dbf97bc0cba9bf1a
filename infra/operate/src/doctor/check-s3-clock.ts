import type { Finding } from '@larksong/health';
import { formatTime } from '@larksong/service-kit/sentences';

const TIMEOUT_MS = 2000;
/** Servers refuse requests whose time is 15 minutes off. */
const ERROR_MS = 15 * 60_000;
const WARNING_MS = 60_000;

/** Returns a finding if the clock of the S3 server differs from this machine's; none if it does not answer. */
export async function checkS3Clock(endpoint: string): Promise<Finding[]> {
  const answer = await fetch(endpoint, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined);
  await answer?.body?.cancel();
  const theirs = Date.parse(answer?.headers.get('date') ?? '');
  const aheadMs = Date.now() - theirs;
  const offMs = Math.abs(aheadMs);
  if (Number.isNaN(theirs) || offMs < WARNING_MS) return [];
  return [
    {
      id: 'clock-wrong',
      severity: offMs >= ERROR_MS ? 'error' : 'warning',
      about: 'S3',
      sentence: `The clock of this machine is ${formatTime(offMs / 1000)} ${aheadMs > 0 ? 'ahead of' : 'behind'} that of the S3 server, which refuses requests when they are 15 minutes apart.`,
      remedy: 'Have both machines set their clocks from the network: timedatectl set-ntp true.',
    },
  ];
}
