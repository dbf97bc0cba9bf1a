import { useEffect, useState } from 'react';

/** The part of a video element that only Safari has. */
interface AirPlayVideo extends HTMLVideoElement {
  webkitShowPlaybackTargetPicker?: () => void;
}

const AVAILABILITY = 'webkitplaybacktargetavailabilitychanged';

/**
 * Returns a function that opens the browser's list of AirPlay devices; null while there are none. Only streams that the
 * browser plays natively can be sent to them.
 */
export function useAirPlay(video: AirPlayVideo | null): (() => void) | null {
  const [isAvailable, setAvailable] = useState(false);
  useEffect(() => {
    if (!video?.webkitShowPlaybackTargetPicker) return undefined;
    const follow = (event: Event) =>
      setAvailable('availability' in event && event.availability === 'available');
    video.addEventListener(AVAILABILITY, follow);
    return () => video.removeEventListener(AVAILABILITY, follow);
  }, [video]);
  return isAvailable ? () => video?.webkitShowPlaybackTargetPicker?.() : null;
}
