/**
 * Scores a picture as a thumbnail by its small greyscale copy, from 0 (a single colour, black or white) to 1.
 */
export function scorePicture(gray: Uint8Array): number {
  if (gray.length === 0) return 0;
  const mean = gray.reduce((sum, value) => sum + value, 0) / gray.length;
  const variance = gray.reduce((sum, value) => sum + (value - mean) ** 2, 0) / gray.length;
  const contrast = Math.min(1, Math.sqrt(variance) / 40);
  const light = Math.min(1, Math.max(0, Math.min(mean - 16, 250 - mean) / 40));
  return contrast * light;
}

/** From this score on, no further frames are tried. */
export const GOOD_PICTURE = 0.3;
