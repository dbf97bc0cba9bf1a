import { catalog } from '@larksong/contracts';
import { ListPlus, X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';

import { useStore } from '../../../lib/store.ts';
import { useTexts } from '../../../lib/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Status } from '../../../ui/status.tsx';
import { AddToListDialog } from './add-to-list-dialog.tsx';
import { selection } from './selection.ts';
import styles from './selection-bar.module.css';

/** Says how many songs are selected, and adds them to lists. Leaving the songs ends the selection. */
export function SelectionBar() {
  const t = useTexts();
  const ids = [...(useStore(selection) ?? [])];
  const [isAdding, setAdding] = useState(false);
  const isTooMany = ids.length > catalog.MAX_LIST_SONGS;
  useKeys({ add: () => ids.length > 0 && !isTooMany && setAdding(true), isOff: isAdding });
  useEffect(() => () => selection.set(null), []);
  return (
    <section className={styles.bar} aria-label={t('selection.title')}>
      <div>
        <Status>{t('selection.count', { count: ids.length })}</Status>
        <p className="muted small">
          {isTooMany ? t('selection.too-many', { max: catalog.MAX_LIST_SONGS }) : t('selection.keys')}
        </p>
      </div>
      <Button disabled={ids.length === 0 || isTooMany} onClick={() => setAdding(true)}>
        <ListPlus className="icon" aria-hidden />
        {t('song-menu.add')}
      </Button>
      <IconButton label={t('selection.end')} icon={X} onClick={endSelection} />
      {isAdding && (
        <AddToListDialog
          ids={ids}
          subject={t('selection.count', { count: ids.length })}
          onClose={(isDone) => {
            setAdding(false);
            if (isDone) endSelection();
          }}
        />
      )}
    </section>
  );
}

function endSelection(): void {
  selection.set(null);
  document.getElementById('main')?.focus(); // the boxes disappear
}

/** Enter on a box opens the lists, Escape ends the selection: the bar is many boxes away. */
function useKeys({ add, isOff }: { add: () => unknown; isOff: boolean }): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isOff || document.querySelector('dialog[open]')) return;
    const isOnBox = event.target instanceof HTMLElement && event.target.dataset['selects'] !== undefined;
    if (event.key === 'Escape') endSelection();
    else if (event.key === 'Enter' && isOnBox) {
      event.preventDefault();
      add();
    }
  });
  useEffect(() => {
    const ended = new AbortController();
    document.addEventListener('keydown', (event) => press(event), { signal: ended.signal });
    return () => ended.abort();
  }, []);
}
