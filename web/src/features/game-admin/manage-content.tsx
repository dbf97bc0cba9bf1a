import { createChunk, useChunk } from '../../lib/chunk.ts';
import { loadWithTexts, useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';

/** Used by superadmins only. */
const panel = createChunk(() => loadWithTexts('manage', () => import('./manage-panel.tsx')));

/** The Manage Content panel of the game page. Its code is fetched when it is first shown. */
export function ManageContent() {
  const t = useTexts();
  const { loaded, hasFailed, retry } = useChunk(panel);
  if (loaded) return <loaded.ManagePanel />;
  return (
    <section className="panel" aria-label={t('manage-content.title')}>
      {!hasFailed && <Status className="muted">{t('manage-content.loading')}</Status>}
      {hasFailed && (
        <>
          <Message kind="bad">{t('manage-content.failed')}</Message>
          <div className="row">
            <Button onClick={retry}>{t('manage-content.retry')}</Button>
          </div>
        </>
      )}
    </section>
  );
}
