import { createChunk, useChunk } from '../../lib/chunk.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';

/** Used by superadmins only. */
const panel = createChunk(() => import('./manage-panel.tsx'));

/** The Manage Content panel of the game page. Its code is fetched when it is first shown. */
export function ManageContent() {
  const { loaded, hasFailed, retry } = useChunk(panel);
  if (loaded) return <loaded.ManagePanel />;
  return (
    <section className="panel" aria-label="Manage Content">
      {!hasFailed && <Status className="muted">Loading...</Status>}
      {hasFailed && (
        <>
          <Message kind="bad">The panel could not be loaded. Please check the connection.</Message>
          <div className="row">
            <Button onClick={retry}>Try again</Button>
          </div>
        </>
      )}
    </section>
  );
}
