import { useEffect, useState } from 'react';

/** The parts of a video element that only Safari has. */
export interface AirPlayVideo extends HTMLVideoElement {
  webkitShowPlaybackTargetPicker?: () => void;
  webkitCurrentPlaybackTargetIsWireless?: boolean;
}

/** Returns whether the browser has AirPlay. */
export function hasAirPlay(video: AirPlayVideo): boolean {
  return video.webkitShowPlaybackTargetPicker !== undefined;
}

const AVAILABILITY = 'webkitplaybacktargetavailabilitychanged';

/** Returns a function that opens the browser's list of AirPlay devices, or null if there are none. */
export function useAirPlay(video: AirPlayVideo | null): (() => void) | null {
  const [isAvailable, setAvailable] = useState(false);
  useEffect(() => {
    if (!video || !hasAirPlay(video)) return undefined;
    const follow = (event: Event) =>
      setAvailable('availability' in event && event.availability === 'available');
    video.addEventListener(AVAILABILITY, follow);
    return () => video.removeEventListener(AVAILABILITY, follow);
  }, [video]);
  return isAvailable ? () => video?.webkitShowPlaybackTargetPicker?.() : null;
}
