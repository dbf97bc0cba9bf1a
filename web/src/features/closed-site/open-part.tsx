import type { ReactNode } from 'react';

import { createChunk, useChunk } from '../../lib/chunk.ts';
import { loadWithTexts, useTexts } from '../../lib/texts.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { useClosedParts } from './use-site-access.ts';

/** A separate chunk, since few sites are closed. */
const closedPart = createChunk(() => loadWithTexts('closed', () => import('./closed-part.tsx')));

interface OpenPartProps {
  part: 'songs' | 'game';
  children: ReactNode;
}

/** Renders its children, or on a closed site, for visitors, what this site is and how to get in. */
export function OpenPart({ part, children }: OpenPartProps) {
  const closed = useClosedParts();
  return closed[part] ? <Closed part={part} isGameOpen={!closed.game} /> : children;
}

function Closed(props: { part: OpenPartProps['part']; isGameOpen: boolean }) {
  const t = useTexts();
  const { loaded, hasFailed, retry } = useChunk(closedPart);
  if (loaded) return <loaded.ClosedPart {...props} />;
  return (
    hasFailed && (
      <div className="page">
        <LoadFailed level={1} title={t('closed.failed')} error={undefined} onRetry={retry} />
      </div>
    )
  );
}
