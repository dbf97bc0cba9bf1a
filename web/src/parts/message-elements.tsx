/* What the elements in messages become. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { paths } from '../paths.ts';

export function toMuted(content: ReactNode) {
  return <span className="muted">{content}</span>;
}

/** A part of a larger button that looks like one. */
export function toButtonLook(content: ReactNode) {
  return <span className="button plain">{content}</span>;
}

export function toTranscoding(content: ReactNode) {
  return <Link to={paths.transcoding}>{content}</Link>;
}
