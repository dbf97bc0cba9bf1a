import { catalog } from '@larksong/contracts';
import { Counter, type Registry } from 'prom-client';

export interface PlaybackMetrics {
  count: (playback: catalog.Playback) => void;
}

/** Registers the metrics of what players report. */
export function createPlaybackMetrics(registry: Registry): PlaybackMetrics {
  const playbacks = new Counter({
    name: 'catalog_playbacks_total',
    help: 'Playbacks as players report them, by their quality at the end: smooth, with a pause to load more, or failed',
    labelNames: ['result', 'rung'],
    registers: [registry],
  });
  const errors = new Counter({
    name: 'catalog_playback_errors_total',
    help: 'Errors that ended playbacks, as players report them',
    labelNames: ['error'],
    registers: [registry],
  });
  // From the start, so that an alert sees the first one.
  for (const rung of catalog.PLAYBACK_RUNGS)
    for (const result of catalog.PLAYBACK_RESULTS) playbacks.inc({ result, rung }, 0);
  for (const error of catalog.PLAYBACK_ERRORS) errors.inc({ error }, 0);
  return {
    count({ result, rung, error = 'other' }) {
      playbacks.inc({ result, rung });
      if (result === 'failed') errors.inc({ error });
    },
  };
}
