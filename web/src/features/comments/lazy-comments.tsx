import { createChunk, useChunk } from '../../lib/chunk.ts';
import { loadWithTexts } from '../../lib/texts.ts';

/** A separate chunk, for members of sites with comments. */
const chunk = createChunk(() => loadWithTexts('comments', () => import('./comments.tsx')));

interface LazyCommentsProps {
  videoId: string;
  /** Whether the viewer cannot see the video any more. */
  isAbsent: boolean;
}

/** The comments on a video; nothing until their code has arrived, or if it cannot be loaded. */
export function LazyComments(props: LazyCommentsProps) {
  const { loaded } = useChunk(chunk);
  return loaded && <loaded.Comments key={props.videoId} {...props} />;
}
