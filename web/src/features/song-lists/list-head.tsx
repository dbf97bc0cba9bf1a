import type { catalog } from '@larksong/contracts';
import { Plus } from 'lucide-react';

import { getSiteName } from '../../lib/site-name.ts';
import { useTexts, type Texts } from '../../lib/texts.ts';
import { ButtonLink } from '../../parts/button-link.tsx';
import { ListSign } from '../../parts/list-sign.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Status } from '../../ui/status.tsx';
import { describeSongs } from './list-facts.ts';
import { ListMenu } from './list-menu.tsx';
import styles from './list.module.css';

interface ListHeadProps {
  list: catalog.SongList;
  /** Null if the viewer may not add songs, or is invited to elsewhere. */
  onAdd: (() => void) | null;
  onDelete: () => void;
  onCopied: (copy: catalog.SongListCard) => void;
}

/** The sign, the name and what can be done with a list. */
export function ListHead({ list, onAdd, onDelete, onCopied }: ListHeadProps) {
  const t = useTexts();
  return (
    <>
      <div className={styles.head}>
        <ListSign list={list} isLarge />
        <div>
          <h1 dir="auto">{list.name}</h1>
          {list.description !== '' && (
            <p dir="auto" className={styles.description}>
              {list.description}
            </p>
          )}
          <p className="muted">
            {describeSongs(list, t)} · {describeOwner(list, t)}
          </p>
        </div>
      </div>
      <div className={styles.acts}>
        {list.songs.length > 0 && (
          <ButtonLink variant="play" to={paths.playListOf(list.id)}>
            <span className="play-solid" aria-hidden />
            {t('list.play-all')}
          </ButtonLink>
        )}
        {onAdd && (
          <Button variant="plain" className={styles.add} onClick={onAdd}>
            <Plus className="icon" aria-hidden />
            {t('list.add')}
          </Button>
        )}
        <ListMenu list={list} onDelete={onDelete} onCopied={onCopied} className={styles.more ?? ''} />
      </div>
    </>
  );
}

function describeOwner({ owner }: catalog.SongList, t: Texts): string {
  if (owner === 'site') return t('list.by-site', { site: getSiteName() });
  return owner === 'viewer' ? t('list.by-you') : t('list.by-other');
}

/** Placeholders in the shape of a list. */
export function WaitingList() {
  const t = useTexts();
  return (
    <div className={styles.two}>
      <div>
        <div className={styles.head} aria-hidden>
          <span className={styles.waitingSign} />
          <div>
            <div className="bone" />
            <div className="bone" />
          </div>
        </div>
        <h1 className="sr-only">{t('lists.title')}</h1>
        <Status className="muted small">{t('list.loading')}</Status>
        <ol className={styles.songs} aria-hidden>
          {['first', 'second', 'third', 'fourth'].map((key) => (
            <li key={key} className={styles.waitingSong} />
          ))}
        </ol>
      </div>
    </div>
  );
}
