import { catalog } from '@larksong/contracts';
import { ListPlus, Plus, X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';

import { useStore } from '../../../lib/store.ts';
import { useTexts } from '../../../lib/texts.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Status } from '../../../ui/status.tsx';
import { AddToListDialog } from './add-to-list-dialog.tsx';
import { selection } from './selection.ts';
import { toSelected } from './selected-songs.ts';
import styles from './selection-bar.module.css';

/** Says how many songs are selected, and adds them to lists. Leaving the songs ends the selection. */
export function SelectionBar() {
  const t = useTexts();
  const ids = [...(useStore(selection) ?? [])];
  const [isAdding, setAdding] = useState(false);
  const isTooMany = ids.length > catalog.MAX_LIST_SONGS;
  const isOff = ids.length === 0 || isTooMany;
  useKeys({ add: () => !isOff && setAdding(true), isOff: isAdding });
  useEffect(() => () => selection.set(null), []);
  return (
    <section className={styles.bar} aria-label={t('selection.title')}>
      <div>
        <Status>{t('selection.count', { count: ids.length })}</Status>
        <p className="muted small">
          {isTooMany ? t('selection.too-many', { max: catalog.MAX_LIST_SONGS }) : t('selection.keys')}
        </p>
      </div>
      <Button disabled={isOff} onClick={() => setAdding(true)}>
        <ListPlus className="icon" aria-hidden />
        {t('song-menu.add')}
      </Button>
      <NewNest ids={ids} isOff={isOff} />
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

/** Makes a place for a child, which shows the songs. */
function NewNest({ ids, isOff }: { ids: readonly string[]; isOff: boolean }) {
  const t = useTexts();
  const navigate = useNavigate();
  return (
    <Button
      variant="plain"
      disabled={isOff}
      onClick={() => void navigate(paths.children, { state: toSelected(ids) })}
    >
      <Plus className="icon" aria-hidden />
      {t('selection.new-nest')}
    </Button>
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
