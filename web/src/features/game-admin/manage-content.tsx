import { useEffect, useState, type ComponentType } from 'react';

import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';

type Chunk = { kind: 'waiting' } | { kind: 'failed' } | { kind: 'loaded'; Panel: ComponentType };

/** The Manage Content panel of the game page; its code comes when it is first shown. */
export function ManageContent() {
  // React's lazy() would remember a failure for good
  const [chunk, setChunk] = useState<Chunk>({ kind: 'waiting' });
  useEffect(() => {
    if (chunk.kind !== 'waiting') return undefined;
    let isCurrent = true;
    import('./manage-panel.tsx').then(
      ({ ManagePanel }) => isCurrent && setChunk({ kind: 'loaded', Panel: ManagePanel }),
      () => isCurrent && setChunk({ kind: 'failed' }),
    );
    return () => {
      isCurrent = false;
    };
  }, [chunk]);

  if (chunk.kind === 'loaded') return <chunk.Panel />;
  return (
    <section className="panel" aria-label="Manage Content">
      {chunk.kind === 'waiting' && <Status className="muted">Loading...</Status>}
      {chunk.kind === 'failed' && (
        <>
          <Message kind="bad">The panel did not load. Please check the connection.</Message>
          <div className="row">
            <Button onClick={() => setChunk({ kind: 'waiting' })}>Try again</Button>
          </div>
        </>
      )}
    </section>
  );
}
