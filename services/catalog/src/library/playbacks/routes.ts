import { catalog } from '@larksong/contracts';
import type { Register } from '@larksong/service-kit';

import type { PlaybackMetrics } from './metrics.ts';

/** Registers the call by which players report how a playback went. */
export function registerPlaybacks(
  register: Register,
  { metrics }: { metrics: { playbacks: PlaybackMetrics } },
): void {
  register(catalog.reportPlayback, async ({ body }) => {
    metrics.playbacks.count(body);
    return {};
  });
}
