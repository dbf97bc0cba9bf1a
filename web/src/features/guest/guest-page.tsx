import type { catalog } from '@larksong/contracts';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';

import { prefetchWhenIdle, useChunk } from '../../lib/chunk.ts';
import { useSiteName } from '../../lib/site-name.ts';
import { useTexts } from '../../lib/texts.ts';
import { ButtonLink } from '../../parts/button-link.tsx';
import { ListSign } from '../../parts/list-sign.tsx';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Status } from '../../ui/status.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { useSession } from '../auth/session.ts';
import { useClosedParts } from '../closed-site/use-site-access.ts';
import { LazySuggestions } from '../suggestions/lazy-suggestions.tsx';
import { CodePage } from './code-page.tsx';
import { toCode } from './code.ts';
import { CopyToMine } from './copy-to-mine.tsx';
import { isClosed, keepInEntry, useGuestList } from './guest-list.ts';
import { GuestSongs } from './guest-songs.tsx';
import { useHeard } from './heard.ts';
import { PutAway } from './not-open.tsx';
import { useHeadingFocus } from './use-heading-focus.ts';
import { guestPlayerChunk } from './player-chunk.ts';
import { describeSongs } from './song-facts.ts';
import { useNoReferrer } from './use-no-referrer.ts';
import styles from './guest-page.module.css';

/** The list of a link, for guests, or one of its songs. `code` is what the address says. */
export function GuestPage({ code }: { code: string }) {
  const query = useGuestList(toCode(code));
  const list = query.data;
  const song = useSearchParams()[0].get('song');
  useNoReferrer();
  useEntry(list?.linkId);
  const hasMoved = useHasMoved(song !== null);
  if (isClosed(query.error)) return list ? <PutAway /> : <CodePage isNotOpen />;
  if (!list) return <NoList error={query.error} onRetry={() => void query.refetch()} />;
  // Its last song may leave while it plays.
  if (song !== null && list.songs.length > 0)
    return <Playing code={code} list={list} song={song} hasMoved={hasMoved} />;
  return <GuestList code={code} list={list} hasMoved={hasMoved} />;
}

/** Keeps the link in every entry of the browser's history that shows it. */
function useEntry(linkId: string | undefined): void {
  const { key } = useLocation();
  useEffect(() => {
    if (linkId !== undefined && key) keepInEntry(linkId);
  }, [linkId, key]);
}

/** Returns whether somebody went from the pictures to the player or back, which are two pages on one address. */
function useHasMoved(isPlaying: boolean): boolean {
  const [shown, setShown] = useState({ isPlaying, hasMoved: false });
  if (shown.isPlaying !== isPlaying) setShown({ isPlaying, hasMoved: true });
  return shown.hasMoved;
}

function NoList({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const t = useTexts();
  useDocumentTitle('');
  return (
    <div className="page">
      {error === null ? (
        <Waiting />
      ) : (
        <LoadFailed level={1} title={t('guest.failed')} error={error} onRetry={onRetry} />
      )}
    </div>
  );
}

function Waiting() {
  const t = useTexts();
  return (
    <>
      <h1 className="sr-only">
        <bdi>{useSiteName()}</bdi>
      </h1>
      <Status className="muted">{t('guest.loading')}</Status>
      <div className={styles.waiting} aria-hidden>
        <span />
        <span />
        <span />
      </div>
    </>
  );
}

interface OpenProps {
  /** As it stands in the address. */
  code: string;
  list: catalog.GuestList;
  hasMoved: boolean;
}

function Playing({ song, ...open }: OpenProps & { song: string }) {
  const t = useTexts();
  const { loaded, hasFailed, retry } = useChunk(guestPlayerChunk);
  if (loaded) return <loaded.GuestPlayer {...open} asked={song} />;
  return (
    <div className="page">
      {hasFailed ? (
        <LoadFailed level={1} title={t('guest.player-failed')} error={null} onRetry={retry} />
      ) : (
        <Status className="muted">{t('guest.loading')}</Status>
      )}
    </div>
  );
}

function GuestList({ code, list, hasMoved }: OpenProps) {
  const t = useTexts();
  const heard = useHeard(list.linkId);
  const { game: isWithoutGame } = useClosedParts();
  useDocumentTitle(list.name);
  useHeadingFocus(hasMoved);
  useEffect(() => prefetchWhenIdle(guestPlayerChunk), []);
  return (
    <div className="page">
      <Top code={code} list={list} />
      {list.songs.length === 0 && <EmptyState meadow title={t('guest.empty')} hint={t('guest.empty-hint')} />}
      <GuestSongs code={code} list={list} heard={heard} isWithoutGame={isWithoutGame} />
      <LazySuggestions place={{ linkId: list.linkId }} />
    </div>
  );
}

function Top({ code, list }: { code: string; list: catalog.GuestList }) {
  const t = useTexts();
  const { status } = useSession();
  const [first] = list.songs;
  return (
    <div className={styles.top}>
      <div className={styles.head}>
        <ListSign list={list} isLarge />
        <h1 dir="auto">{list.name}</h1>
        <p className="muted">{describeSongs(list, t)}</p>
        {list.description !== '' && (
          <p className={styles.said} dir="auto">
            {list.description}
          </p>
        )}
      </div>
      <div className="row">
        {first && (
          <ButtonLink className={styles.play} variant="play" to={paths.guestOf(code, first.id)}>
            <span className="play-solid" aria-hidden />
            {t('guest.play-all')}
          </ButtonLink>
        )}
        {status === 'signed-in' && <CopyToMine linkId={list.linkId} />}
      </div>
    </div>
  );
}
