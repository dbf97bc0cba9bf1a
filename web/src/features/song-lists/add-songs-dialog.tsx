import { catalog } from '@larksong/contracts';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useState } from 'react';

import { call } from '../../api/client.ts';
import { pagesFor } from '../../api/queries.ts';
import { formatDuration } from '../../lib/format.ts';
import { text, useTexts } from '../../lib/texts.ts';
import { useSearchText, type SearchText } from '../../lib/use-search-text.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import { refreshLists, sayDone } from './change-lists.ts';
import { noteOwnVersion } from './song-changes.ts';
import styles from './pick.module.css';

/** As many as a page of the songs has, so that they share an answer. */
const PAGE_SIZE = 50;
const MAX_SEARCH = 100;

interface AddSongsDialogProps {
  list: catalog.SongList;
  onClose: () => void;
}

/** Searches songs, and adds many at once at the end of the list. */
export function AddSongsDialog({ list, onClose }: AddSongsDialogProps) {
  const t = useTexts();
  const [q, setQ] = useState('');
  const search = useSearchText(q, setQ);
  const [picked, setPicked] = useState<readonly string[]>([]);
  const add = useMutation({
    mutationFn: async () => await addAll(list, picked),
    onSuccess: onClose,
  });
  const room = catalog.MAX_LIST_SONGS - list.songs.length - list.hiddenCount;
  const toggle = (id: string) =>
    setPicked(picked.includes(id) ? picked.filter((other) => other !== id) : [...picked, id]);
  return (
    <Dialog open title={t('list.add')} onClose={onClose}>
      <SearchInput search={search} />
      <Found q={q} list={list} picked={picked} onToggle={toggle} />
      {picked.length > room && (
        <Message kind="warn">{t('add-songs.room', { count: Math.max(0, room) })}</Message>
      )}
      {add.isError && <Message kind="bad">{errorSentence(add.error)}</Message>}
      <div className="actions">
        <Button variant="plain" onClick={onClose}>
          {t('dialog.cancel')}
        </Button>
        <Button
          busy={add.isPending}
          disabled={picked.length === 0 || picked.length > room}
          onClick={() => add.mutate()}
        >
          {t('add-songs.button', { count: picked.length })}
        </Button>
      </div>
    </Dialog>
  );
}

async function addAll(list: catalog.SongList, picked: readonly string[]): Promise<void> {
  const params = { id: list.id };
  const { data } = await call(catalog.addSongs, { params, body: { videoIds: [...picked] } });
  noteOwnVersion(list.id, data.version);
  sayDone(text('add-songs.said', { count: data.addedCount }), async () => {
    for (const videoId of picked) {
      const removed = await call(catalog.removeSong, { params: { ...params, videoId } });
      noteOwnVersion(list.id, removed.data.version);
    }
  });
  await refreshLists();
}

function SearchInput({ search }: { search: SearchText }) {
  const t = useTexts();
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          search.submit();
        }}
      >
        <input
          type="search"
          data-autofocus
          aria-label={t('add-songs.search')}
          placeholder={t('add-songs.search')}
          // An empty field has the direction of its placeholder.
          dir={search.text === '' ? undefined : 'auto'}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={MAX_SEARCH}
          value={search.text}
          onChange={(event) => search.onType(event.target.value)}
        />
      </form>
    </search>
  );
}

interface FoundProps {
  q: string;
  list: catalog.SongList;
  picked: readonly string[];
  onToggle: (id: string) => void;
}

function Found({ q, list, picked, onToggle }: FoundProps) {
  const t = useTexts();
  const query = useInfiniteQuery({
    ...pagesFor(catalog.listVideos, { limit: PAGE_SIZE, ...(q === '' ? {} : { q }) }),
    placeholderData: (previous) => previous,
  });
  const videos = query.data?.pages.flatMap((page) => page.videos);
  const known = new Set(list.songs.map(({ id }) => id));
  if (!videos && query.isError)
    return (
      <LoadFailed
        level={3}
        title={t('add-songs.failed')}
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  if (!videos) return <Status className="muted">{t('add-songs.loading')}</Status>;
  if (videos.length === 0) return <EmptyState icon={SearchX} level={3} title={t('add-songs.none', { q })} />;
  return (
    <fieldset className={styles.pick} aria-label={t('add-songs.found')}>
      {videos.map((video) => (
        <Choice
          key={video.id}
          video={video}
          isKnown={known.has(video.id)}
          isPicked={picked.includes(video.id)}
          onToggle={() => onToggle(video.id)}
        />
      ))}
      {query.hasNextPage && (
        <Button variant="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('add-songs.more')}
        </Button>
      )}
    </fieldset>
  );
}

interface ChoiceProps {
  video: catalog.Video;
  isKnown: boolean;
  isPicked: boolean;
  onToggle: () => void;
}

function Choice({ video, isKnown, isPicked, onToggle }: ChoiceProps) {
  const t = useTexts();
  const length = formatDuration(video.duration);
  return (
    <label className={classNames('choice', styles.choice)}>
      <input type="checkbox" disabled={isKnown} checked={isPicked} onChange={onToggle} />
      <bdi>{video.title}</bdi>
      <small>{isKnown ? t('add-songs.known', { length }) : length}</small>
    </label>
  );
}
