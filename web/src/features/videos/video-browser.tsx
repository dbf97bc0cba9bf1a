import { useRef, type ReactNode, type Ref } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { useSearchText } from '../../lib/use-search-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { useSession } from '../auth/session.ts';
import { useMedia } from '../../lib/use-media.ts';
import { SiteShelf } from '../song-lists/shelf/site-shelf.tsx';
import { useSiteLists } from '../song-lists/shelf/use-site-lists.ts';
import { ClearHistory } from './clear-history.tsx';
import { FilterChips } from './filters/filter-chips.tsx';
import { ALL, isSameFilter, toPersonalKind, type ListRequest, type VideoFilter } from './filters/filters.ts';
import { NoVideos, SignInFirst } from './filters/no-videos.tsx';
import { SearchField, type SearchFieldHandle } from './filters/search-field.tsx';
import { useChips } from './filters/use-chips.ts';
import { ListsCard } from './lists-card.tsx';
import { reloadList, useVideoList } from './use-video-list.ts';
import { ListStatus, VideoGrid } from './video-grid.tsx';
import styles from './video-browser.module.css';

/** There the shelf of lists is one tile among the songs. */
const LOW = '(max-height: 39.99rem)';

interface VideoBrowserProps {
  request: ListRequest;
  /** Requests another list; `isTyped` if a search continues and should not add a step to the history. */
  onRequest: (request: ListRequest, isTyped: boolean) => void;
  onIntent: () => void;
  /** The way forward if there is no video at all. */
  emptyAction: ReactNode;
}

/** The grid of videos with its chips and its search. */
export function VideoBrowser({ request, onRequest, onIntent, emptyAction }: VideoBrowserProps) {
  const { filter } = request;
  const kind = toPersonalKind(filter);
  const { status } = useSession();
  const isVisitor = status === 'signed-out';
  const list = useVideoList(request, { enabled: kind === null || status === 'signed-in' });
  const chips = useChips(filter);
  const { site, listsPlace } = useShelf(request);
  const heading = useRef<HTMLHeadingElement>(null);
  const field = useRef<SearchFieldHandle>(null);
  // Searches cover public lists, so typing leaves a personal list.
  const search = useSearchText(request.q, (q) =>
    onRequest({ filter: kind === null ? filter : ALL, q }, true),
  );
  const choose = (next: VideoFilter, q = search.wanted) => {
    const isPersonal = toPersonalKind(next) !== null;
    if (isPersonal) search.onType('');
    const nextRequest = { filter: next, q: isPersonal ? '' : q };
    if (nextRequest.q !== request.q || !isSameFilter(next, filter)) onRequest(nextRequest, false);
    reloadList(nextRequest);
  };
  return (
    <div className={classNames('page wide', styles.page)} data-waiting={site.room === null || undefined}>
      <div className={styles.top} data-place={listsPlace}>
        <Heading ref={heading} />
        <SearchField search={search} q={request.q} ref={field} />
        {(kind === null || !isVisitor) && <ListStatus list={list} q={request.q} />}
        {listsPlace === 'shelf' && <SiteShelf site={site} />}
        <FilterChips chips={chips} chosen={filter} onChoose={choose} />
      </div>
      {kind === 'watched' && !isVisitor && list.data !== undefined && list.data.length > 0 && (
        <ClearHistory onCleared={() => heading.current?.focus()} />
      )}
      {kind !== null && isVisitor ? (
        <SignInFirst kind={kind} />
      ) : (
        <VideoGrid
          list={list}
          first={listsPlace === 'tile' && <ListsCard />}
          onIntent={onIntent}
          empty={
            <NoVideos
              request={request}
              emptyAction={emptyAction}
              onShowAll={() => {
                heading.current?.focus();
                choose(ALL);
              }}
              onClearSearch={() => {
                field.current?.focus();
                choose(filter, '');
              }}
            />
          }
        />
      )}
    </div>
  );
}

/** Reads the lists of the site, which stand above all songs only, and says where. */
function useShelf({ filter, q }: ListRequest) {
  const site = useSiteLists(filter.kind === 'all' && q === '');
  const isLow = useMedia(LOW);
  const listsPlace = site.room === 0 ? undefined : isLow ? ('tile' as const) : ('shelf' as const);
  return { site, listsPlace };
}

function Heading({ ref }: { ref: Ref<HTMLHeadingElement> }) {
  const t = useTexts();
  return (
    <h1 ref={ref} tabIndex={-1}>
      {t('songs.title')}
    </h1>
  );
}
