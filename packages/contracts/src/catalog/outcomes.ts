/** Returns a line such as `15 videos are ready, 2 failed`, for at least one video. Mails and notices have the same line. */
export function describeOutcomes({ ready, failed }: { ready: number; failed: number }): string {
  const videos = (count: number) => `${count} ${count === 1 ? 'video' : 'videos'}`;
  if (ready === 0) return `${videos(failed)} failed`;
  return `${videos(ready)} ${ready === 1 ? 'is' : 'are'} ready${failed === 0 ? '' : `, ${failed} failed`}`;
}
