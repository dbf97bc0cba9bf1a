import { catalog } from '@larksong/contracts';
import { ArrowLeft, Printer } from 'lucide-react';
import { useRef, useState, type ReactNode, type RefObject } from 'react';

import { useCall } from '../../api/queries.ts';
import { findAddressTrouble, publicAddress } from '../../lib/public-address.ts';
import { useTexts } from '../../lib/texts.ts';
import { ButtonLink } from '../../parts/button-link.tsx';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import type { Paper, PosterContent } from './poster-content.ts';
import { Poster } from './poster.tsx';
import styles from './poster-page.module.css';

interface PosterPageProps {
  listId: string;
  linkId: string;
}

/** The poster of a link, with an exact preview. Refused while its address opens nowhere else. */
export function PosterPage({ listId, linkId }: PosterPageProps) {
  const t = useTexts();
  const trouble = findAddressTrouble(publicAddress());
  const address = publicAddress().origin;
  const { poster, isMissing, error, retry } = usePoster(listId, linkId);
  useDocumentTitle(poster ? t('poster.tab', { name: poster.list.name }) : t('poster.title'));
  if (trouble === 'local')
    return (
      <EmptyState
        meadow
        level={1}
        title={t('poster.local')}
        hint={t('poster.local-hint', { address })}
        action={<BackToList listId={listId} />}
      />
    );
  if (isMissing)
    return (
      <EmptyState
        meadow
        level={1}
        title={t('poster.absent')}
        hint={t('poster.absent-hint')}
        action={<BackToList listId={listId} />}
      />
    );
  if (error) return <LoadFailed level={1} title={t('poster.failed')} error={error} onRetry={retry} />;
  if (!poster) return <Status className="muted">{t('poster.loading')}</Status>;
  return (
    <Desk listId={listId} poster={poster}>
      {trouble !== null && <Message kind="warn">{t(`poster.${trouble}`, { address })}</Message>}
    </Desk>
  );
}

function BackToList({ listId }: { listId: string }) {
  const t = useTexts();
  return <ButtonLink to={paths.listOf(listId)}>{t('poster.back')}</ButtonLink>;
}

/** Reads what the poster of a link shows. */
function usePoster(listId: string, linkId: string) {
  const params = { id: listId };
  const list = useCall(catalog.getSongList, { params });
  const links = useCall(catalog.listLinks, { params });
  const seen = useCall(
    catalog.previewForGuests,
    { params, query: { link: linkId } },
    { staleTime: 0, enabled: linkId !== '' },
  );
  const link = links.data?.links.find(({ id }) => id === linkId);
  const queries = [list, links, seen];
  const failed = queries.find(({ isError, data }) => isError && data === undefined);
  const poster: PosterContent | undefined =
    list.data && seen.data && link && link.code !== null
      ? {
          list: list.data.list,
          songs: seen.data.videoIds.flatMap(
            (id) => list.data.list.songs.find((song) => song.id === id) ?? [],
          ),
          code: link.code,
          endsAt: link.endsAt,
        }
      : undefined;
  return {
    poster,
    isMissing: links.data !== undefined && (link === undefined || link.code === null),
    error: failed?.error ?? null,
    retry: () => {
      for (const query of queries) if (query.isError) void query.refetch();
    },
  };
}

const PAPERS: readonly Paper[] = ['a4', 'letter'];

interface DeskProps {
  listId: string;
  poster: PosterContent;
  children: ReactNode;
}

function Desk({ listId, poster, children }: DeskProps) {
  const t = useTexts();
  const [paper, setPaper] = useState<Paper>('a4');
  const sheet = useRef<HTMLDivElement>(null);
  return (
    <div className={styles.desk}>
      <div className={styles.bar}>
        <div className={styles.title}>
          <ButtonLink variant="quiet" to={paths.listOf(listId)}>
            <ArrowLeft className="icon points" aria-hidden />
            <bdi>{poster.list.name}</bdi>
          </ButtonLink>
          <h1>{t('poster.title')}</h1>
        </div>
        <div className="row">
          <fieldset className={styles.segment}>
            <legend className="sr-only">{t('poster.paper')}</legend>
            {PAPERS.map((size) => (
              <button
                key={size}
                type="button"
                className="chip"
                aria-pressed={paper === size}
                onClick={() => setPaper(size)}
              >
                {t(`poster.paper-${size}`)}
              </button>
            ))}
          </fieldset>
          <PrintButton sheet={sheet} />
        </div>
      </div>
      {children}
      <div ref={sheet} className={styles.sheet} data-poster>
        <Poster content={poster} paper={paper} />
      </div>
    </div>
  );
}

/** Opens the browser's print dialog once all pictures have loaded. */
function PrintButton({ sheet }: { sheet: RefObject<HTMLDivElement | null> }) {
  const t = useTexts();
  const [isBusy, setBusy] = useState(false);
  const print = async () => {
    setBusy(true);
    const pictures = [...(sheet.current?.querySelectorAll('img') ?? [])];
    // The place of a broken picture stays empty.
    await Promise.allSettled(pictures.map((picture) => picture.decode()));
    setBusy(false);
    window.print();
  };
  return (
    <Button busy={isBusy} onClick={() => void print()}>
      {!isBusy && <Printer className="icon" aria-hidden />}
      {t('poster.print')}
    </Button>
  );
}
