import { useEffect, useState } from 'react';

/** Returns the length of a video file in seconds; null until known, or if this browser cannot read it. */
export function useFileDuration(file: File): number | null {
  const [found, setFound] = useState<{ file: File; seconds: number } | null>(null);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    const video = document.createElement('video');
    video.preload = 'metadata';
    video.addEventListener('loadedmetadata', () => {
      if (Number.isFinite(video.duration)) setFound({ file, seconds: video.duration });
    });
    video.src = url;
    return () => {
      video.removeAttribute('src');
      URL.revokeObjectURL(url);
    };
  }, [file]);
  return found?.file === file ? found.seconds : null;
}
