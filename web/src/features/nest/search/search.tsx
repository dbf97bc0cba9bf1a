import { ApiError, catalog } from '@larksong/contracts';
import { keepPreviousData } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';

import { findFace, useNests } from '../../../api/nest-session.ts';
import { useCall } from '../../../api/queries.ts';
import { UNAWAITED } from '../../../api/slow-reads.ts';
import { useTexts } from '../../../lib/texts.ts';
import { toHueStyle } from '../../../parts/list-sign.tsx';
import { Animal } from '../../../parts/nest/animal.tsx';
import { nestPaths } from '../../../nest-paths.ts';
import { paths } from '../../../paths.ts';
import { Status } from '../../../ui/status.tsx';
import { GoodNight } from '../good-night.tsx';
import { Magnifier } from '../magnifier.tsx';
import { NotHere } from '../not-here.tsx';
import { Picture } from '../picture.tsx';
import { Rests } from '../rests.tsx';
import { refreshPlace, useNestPlace } from '../use-nest-place.ts';
import styles from './search.module.css';

/** Long enough that not every letter of a word is a call. */
const PAUSE_MS = 350;
const MAX_LENGTH = 100;

/** Search among the songs of the nest, if a grown-up allows it: a field and pictures. */
export function Search() {
  const t = useTexts();
  const { data, isError } = useNestPlace();
  if (data === undefined)
    return isError ? <Rests /> : <Status className="sr-only">{t('nest.loading')}</Status>;
  if (data.time.state === 'over') return <GoodNight />;
  return data.allowsSearch ? <Field rows={data.rows} /> : <NotHere />;
}

function Field({ rows }: { rows: readonly catalog.NestPlaceRow[] }) {
  const t = useTexts();
  const face = findFace(useNests());
  const { typed, sought, type } = useWords();
  return (
    <div className={styles.page}>
      <h1 className="sr-only">{t('nest.search')}</h1>
      <div className={styles.bar}>
        <Link replace className={styles.mine} aria-label={t('nest.to-my-nest')} to={paths.nest}>
          {face && <Animal face={face} />}
        </Link>
        <Input value={typed} onType={type} />
      </div>
      {sought !== '' && <Found rows={rows} sought={sought} />}
    </div>
  );
}

function Input({ value, onType }: { value: string; onType: (text: string) => void }) {
  const t = useTexts();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const clear = () => {
    onType('');
    field.current?.focus();
  };
  return (
    <search className={styles.field}>
      <Magnifier />
      <input
        ref={field}
        type="search"
        aria-label={t('nest.search')}
        value={value}
        maxLength={MAX_LENGTH}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        dir="auto"
        onChange={({ target }) => onType(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && field.current?.blur()}
      />
      {value !== '' && (
        <button type="button" aria-label={t('nest-more.clear')} title={t('nest-more.clear')} onClick={clear}>
          <X aria-hidden />
        </button>
      )}
    </search>
  );
}

/** What is typed, and what is sought once nobody has typed for a moment; the address keeps it. */
function useWords() {
  const [search, setSearch] = useSearchParams();
  const [typed, type] = useState(() => search.get('q') ?? '');
  const sought = (search.get('q') ?? '').trim();
  const isStale = typed.trim() !== sought;
  useEffect(() => {
    if (!isStale) return undefined;
    const timer = setTimeout(
      () => setSearch(typed.trim() === '' ? {} : { q: typed }, { replace: true }),
      PAUSE_MS,
    );
    return () => clearTimeout(timer);
  }, [isStale, typed, setSearch]);
  return { typed, sought, type };
}

interface FoundProps {
  rows: readonly catalog.NestPlaceRow[];
  sought: string;
}

function Found({ rows, sought }: FoundProps) {
  const t = useTexts();
  const { data, error } = useCall(
    catalog.searchNest,
    { query: { q: sought } },
    { placeholderData: keepPreviousData, retry: false, meta: UNAWAITED },
  );
  const isRefused = error instanceof ApiError && error.status === 403;
  useEffect(() => {
    // A grown-up has just switched it off: the place says so.
    if (isRefused) void refreshPlace();
  }, [isRefused]);
  if (error) return <Status className={styles.said}>{t('nest.back-soon')}</Status>;
  if (!data) return <Status className="sr-only">{t('nest.loading')}</Status>;
  if (data.songs.length === 0) return <Status className={styles.said}>{t('nest-more.nothing')}</Status>;
  const hueOf = (rowId: string) => rows.find(({ id }) => id === rowId)?.hue ?? 'lake';
  return (
    <>
      <Status className="sr-only">{t('nest-more.found', { count: data.songs.length })}</Status>
      <ul className={styles.pictures}>
        {data.songs.map(({ video, rowId }) => (
          <li key={video.id} style={toHueStyle(hueOf(rowId))}>
            <Picture song={video} to={nestPaths.playOf(rowId, video.id)} isEager />
          </li>
        ))}
      </ul>
    </>
  );
}
