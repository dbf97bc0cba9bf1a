import { ApiError, type catalog } from '@larksong/contracts';
import { Lock, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';

import { useTexts } from '../../lib/texts.ts';
import { ButtonLink } from '../../parts/button-link.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Message } from '../../ui/message.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { useSession } from '../auth/session.ts';
import { AddSongsDialog } from './add-songs-dialog.tsx';
import { LettersPanel } from './letters-panel.tsx';
import { ListHead, WaitingList } from './list-head.tsx';
import { mayChange } from './may-change.ts';
import { OfferPanel } from './offer-panel.tsx';
import { SongRows } from './song-rows.tsx';
import { useSongList } from './use-song-list.ts';
import styles from './list.module.css';

interface ListProps {
  id: string;
  /** Shown to its owner, next to the songs: the links to it. */
  sharePanel?: ReactNode;
  /** What is suggested for it. */
  suggestions?: ReactNode;
}

/** One list: its songs in order, what can be done with it, and the letters of the day. */
export function List({ id, sharePanel, suggestions }: ListProps) {
  const t = useTexts();
  const { status } = useSession();
  const { query, work, list } = useSongList(id);
  useDocumentTitle(list?.name ?? t('lists.title'));
  if (isAbsent(query.error)) return <NotFound />;
  if (!list && query.isError)
    return (
      <LoadFailed
        level={1}
        title={t('list.load-failed')}
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  if (!list || status === 'loading') return <WaitingList />;
  return (
    <Loaded list={list} sharePanel={sharePanel} suggestions={suggestions}>
      {query.isRefetchError && (
        <Message kind="warn">{t('lists.stale', { error: errorSentence(query.error) })}</Message>
      )}
      {work.failure !== null && (
        <Message kind="bad">{t('list.not-kept', { error: errorSentence(work.failure) })}</Message>
      )}
      {work.isChangedElsewhere && <Message kind="warn">{t('list.changed-elsewhere')}</Message>}
    </Loaded>
  );
}

interface LoadedProps {
  list: catalog.SongList;
  sharePanel: ReactNode;
  suggestions: ReactNode;
  /** What has happened to the list. */
  children: ReactNode;
}

function Loaded({ list, sharePanel, suggestions, children }: LoadedProps) {
  const t = useTexts();
  const session = useSession();
  const navigate = useNavigate();
  const [isAdding, setAdding] = useState(false);
  const isEditable = mayChange(list, session);
  const add = isEditable ? () => setAdding(true) : null;
  return (
    <div className={styles.two}>
      <div>
        <ListHead
          list={list}
          onAdd={list.songs.length > 0 ? add : null}
          onDelete={() => void navigate(paths.lists)}
          onCopied={(copy) => void navigate(paths.listOf(copy.id))}
        />
        {children}
        {list.songs.length === 0 ? <NoSongs onAdd={add} /> : <SongRows list={list} isEditable={isEditable} />}
        {list.hiddenCount > 0 && (
          <Message icon={Lock}>{t('list.hidden', { count: list.hiddenCount })}</Message>
        )}
      </div>
      <aside aria-label={t('list.aside')}>
        <LettersPanel list={list} isEditable={isEditable} />
        {suggestions}
        {isEditable && sharePanel}
        {session.isSuperadmin && list.owner !== 'site' && list.songs.length > 0 && <OfferPanel list={list} />}
      </aside>
      {isAdding && <AddSongsDialog list={list} onClose={() => setAdding(false)} />}
    </div>
  );
}

function NoSongs({ onAdd }: { onAdd: (() => void) | null }) {
  const t = useTexts();
  return (
    <EmptyState
      meadow
      title={t('list.empty')}
      hint={onAdd && t('list.empty-hint')}
      action={
        onAdd ? (
          <Button onClick={onAdd}>
            <Plus className="icon" aria-hidden />
            {t('list.add')}
          </Button>
        ) : (
          <ButtonLink to={paths.lists}>{t('list.all')}</ButtonLink>
        )
      }
    />
  );
}

/** An address without a valid id, a deleted list and somebody else's look the same. */
function isAbsent(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

function NotFound() {
  const t = useTexts();
  return (
    <EmptyState
      meadow
      level={1}
      title={t('list.absent')}
      hint={t('list.absent-hint')}
      action={<ButtonLink to={paths.lists}>{t('list.all')}</ButtonLink>}
    />
  );
}
