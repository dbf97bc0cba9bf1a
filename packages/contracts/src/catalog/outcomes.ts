export interface OutcomeCounts {
  ready: number;
  failed: number;
  stopped: number;
}

/** Returns a line such as `15 videos are ready, 2 failed`, for at least one video. Mails and notices have the same line. */
export function describeOutcomes({ ready, failed, stopped }: OutcomeCounts): string {
  const outcomes = [
    { count: ready, is: ready === 1 ? 'is ready' : 'are ready' },
    { count: failed, is: 'failed' },
    { count: stopped, is: stopped === 1 ? 'was stopped' : 'were stopped' },
  ].filter(({ count }) => count > 0);
  return outcomes
    .map(({ count, is }, index) =>
      index === 0 ? `${count} ${count === 1 ? 'video' : 'videos'} ${is}` : `${count} ${is}`,
    )
    .join(', ');
}

/** Returns what is said about a video that another person stopped. */
export function describeStop(title: string, by: string | null | undefined): string {
  return `${by ?? 'Somebody'} stopped the processing of “${title}”.`;
}
