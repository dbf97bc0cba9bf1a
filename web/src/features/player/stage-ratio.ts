import type { catalog } from '@larksong/contracts';
import type { CSSProperties } from 'react';

/** Wider and taller films get bars. */
const WIDEST = 16 / 9;
const TALLEST = 4 / 5;

/** The displayed size of a film in pixels; null, or missing from an older catalog, until it is known. */
export type FilmSize = Partial<Pick<catalog.Video, 'width' | 'height'>>;

/** Returns width / height of the stage for a film, between 16:9 and 4:5; 16:9 while its size is unknown. */
export function toStageRatio({ width, height }: FilmSize): number {
  if (!width || !height) return WIDEST;
  return Math.min(WIDEST, Math.max(TALLEST, width / height));
}

/** Returns the style from which player-frame.module.css sizes the stage, before the film is loaded. */
export function toStageStyle(size: FilmSize): CSSProperties {
  return { '--ratio': toStageRatio(size).toFixed(4) } as CSSProperties; // React's type has no custom properties
}
