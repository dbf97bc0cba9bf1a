/**
 * The unused parts of hls.js, by their names in its settings: the streams contain no subtitles (captions are
 * separate tracks of the video element, whose cues hls.js would remove), no timed metadata, client data, encryption,
 * steering, trick-play pictures or interstitials. `undefined` turns a part off; the build leaves it out
 * (build/leave-out-unused-hls.ts).
 */
export const UNUSED_PARTS = [
  'subtitleStreamController',
  'subtitleTrackController',
  'timelineController',
  'cmcdController',
  'contentSteeringController',
  'emeController',
  'id3TrackController',
  'iframeController',
  'interstitialsController',
] as const;
