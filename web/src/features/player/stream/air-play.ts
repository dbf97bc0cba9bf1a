import { Events, type default as HlsEngine } from 'hls.js';

import { hasAirPlay, type AirPlayVideo } from './use-air-play.ts';

const WIRELESS_CHANGED = 'webkitcurrentplaybacktargetiswirelesschanged';

/**
 * Lets Safari send a stream of hls.js to AirPlay devices. These cannot play a fed stream, so they get the playlist as
 * another source of the video element: hls.js detaches itself while one plays, and is attached again afterwards. For
 * this, hls.js must use a ManagedMediaSource. Returns a function that stops it.
 */
export function shareByAirPlay(hls: HlsEngine, video: AirPlayVideo, source: string): () => void {
  if (!hasAirPlay(video)) return () => {};
  const alternative = document.createElement('source');
  alternative.type = 'application/vnd.apple.mpegurl';
  alternative.src = source;
  const offer = () => {
    // Feeding by `src` leaves no room for another source.
    if (video.hasAttribute('src')) return;
    video.append(alternative);
    // hls.js forbids it until its source is open.
    video.disableRemotePlayback = false;
  };
  const comeBack = () => {
    if (video.webkitCurrentPlaybackTargetIsWireless || hls.media !== null) return;
    const seconds = video.currentTime; // attaching resets the element
    hls.attachMedia(video);
    hls.startLoad(seconds);
  };
  hls.on(Events.MEDIA_ATTACHED, offer);
  video.addEventListener(WIRELESS_CHANGED, comeBack);
  return () => {
    hls.off(Events.MEDIA_ATTACHED, offer);
    video.removeEventListener(WIRELESS_CHANGED, comeBack);
    alternative.remove();
  };
}
