import HlsEngine, { Events, type Level } from 'hls.js';

import { forgetEarly, isEarly } from '../../../api/early-files.ts';
import { isNestHere } from '../../../api/nest-here.ts';
import { shareByAirPlay } from './air-play.ts';
import { attachTo } from './attach.ts';
import { recoverFromErrors } from './hls-recovery.ts';
import { loadPreferences, savePreferences } from '../preferences/preferences.ts';
import { findQuality, toName, toQualities, type Quality } from './quality.ts';
import { chooseStartRung, readExpectations } from './start-rung.ts';
import { toStreamConfig } from './stream-config.ts';
import type { Stream, StreamOptions } from './stream.ts';
import { hasAirPlay } from './use-air-play.ts';

const AUTO = -1;

/** Returns whether this browser supports Media Source Extensions. */
export function canFeed(): boolean {
  // the package's types declare this only as a member
  // oxlint-disable-next-line import/no-named-as-default-member
  return HlsEngine.isSupported();
}

/** Plays a stream with hls.js: applies remembered preferences, offers qualities, and recovers from errors. */
export function openHlsStream(video: HTMLVideoElement, options: StreamOptions): Stream {
  const { bandwidth } = loadPreferences();
  const hls = new HlsEngine({
    ...toStreamConfig({ seconds: options.startSeconds, bandwidth, isInNest: isNestHere() }),
    preferManagedMediaSource: hasAirPlay(video),
  });
  let qualities: Quality[] = [];
  hls.on(Events.MANIFEST_PARSED, (_, { levels }) => {
    qualities = toQualities(levels);
    const preferred = findQuality(qualities, loadPreferences().quality);
    if (preferred === null) hls.startLevel = findStartLevel(hls);
    else hls.loadLevel = preferred.index;
    options.onChange({ phase: 'ready', qualities, chosen: preferred?.name ?? null });
  });
  hls.on(Events.LEVEL_SWITCHED, (_, { level }) => {
    options.onChange({ playing: nameOf(hls.levels[level]) });
  });
  const stopRemembering = rememberBandwidth(hls);
  const stopSharing = shareByAirPlay(hls, video, options.source);
  const stopRecovery = recoverFromErrors(hls, {
    source: options.source,
    onOutage: (outage) => options.onChange({ outage }),
    onGiveUp: () => {
      const stoppedAtSeconds = video.currentTime; // closing resets the element
      close();
      options.onChange({ phase: 'stopped', stoppedAtSeconds });
    },
  });
  function close(): void {
    stopRecovery();
    stopRemembering();
    stopSharing();
    hls.destroy();
    forgetEarly(options.source);
  }
  hls.loadSource(options.source);
  void attachTo(video, hls);
  return {
    choose(name) {
      const quality = qualities.find((one) => one.name === name);
      hls.nextLevel = quality?.index ?? AUTO;
      savePreferences({ quality: quality?.name ?? null });
      options.onChange({ chosen: quality?.name ?? null });
    },
    close,
  };
}

/** Returns the index of the level whose playlist was requested early, otherwise of the one that fits the connection. */
function findStartLevel({ levels, firstLevel }: HlsEngine): number {
  const early = levels.findIndex(({ uri }) => isEarly(uri));
  return early === -1 ? chooseStartRung(levels, firstLevel, readExpectations(loadPreferences())) : early;
}

/** Stores the measured bandwidth for the next video. Returns a function that stores it and stops. */
function rememberBandwidth(hls: HlsEngine): () => void {
  let isMeasured = false;
  const keep = () => {
    if (isMeasured) savePreferences({ bandwidth: hls.bandwidthEstimate });
  };
  hls.on(Events.FRAG_LOADED, () => {
    isMeasured = true;
  });
  window.addEventListener('pagehide', keep);
  return () => {
    window.removeEventListener('pagehide', keep);
    keep();
  };
}

function nameOf(level: Level | undefined): string | null {
  return level === undefined ? null : toName(level);
}
