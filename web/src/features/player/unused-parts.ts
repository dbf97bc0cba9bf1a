/**
 * Parts of hls.js that are not used, by their names in its settings: our streams have no subtitles of their own
 * (captions lie beside the stream, as tracks of the video element, whose cues hls.js would clear away), no client
 * data, steering, trick-play pictures or interstitials. `undefined` turns a part off; the build leaves it out
 * (vite.config.ts), which makes the player a quarter lighter.
 */
export const UNUSED_PARTS = [
  'subtitleStreamController',
  'subtitleTrackController',
  'timelineController',
  'cmcdController',
  'contentSteeringController',
  'iframeController',
  'interstitialsController',
] as const;
