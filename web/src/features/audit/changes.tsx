import type { AuditArea } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { Download, History, Search } from 'lucide-react';
import { useSearchParams } from 'react-router';

import { fetchFile } from '../../api/fetch-file.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useTexts, type Texts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import { ChainCheck } from './chain-check.tsx';
import { ChangeFilters } from './change-filters.tsx';
import { ChangeItem } from './change-item.tsx';
import { readArea, readFilters, toQuery, withFilter, type Filters } from './filters.ts';
import { LOGS, useChanges } from './use-changes.ts';
import styles from './changes.module.css';

const AREAS: readonly AuditArea[] = ['videos', 'accounts', 'game'];

/** The audit log for superadmins: every change, with its author and time. */
export function Changes() {
  const t = useTexts();
  const [address, setAddress] = useSearchParams();
  const area = readArea(address);
  const filters = readFilters(address);
  const change = (name: keyof Filters | 'area', value: string) =>
    setAddress((before) => withFilter(before, name, value), { replace: true });
  return (
    <>
      <div>
        <h1>{t('audit.title')}</h1>
        <p className="muted">{t('audit.subtitle')}</p>
      </div>
      <fieldset className="chips" aria-label={t('audit.areas')}>
        {AREAS.map((name) => (
          <button
            key={name}
            type="button"
            className="chip"
            aria-pressed={name === area}
            onClick={() => change('area', name)}
          >
            {t(`audit.area-${name}`)}
          </button>
        ))}
      </fieldset>
      <ChainCheck key={area} area={area} />
      <ChangeFilters area={area} filters={filters} onChange={change} />
      <ChangeList
        key={`list of ${area}`}
        area={area}
        filters={filters}
        onShowAll={() => setAddress({ area })}
      />
    </>
  );
}

interface ChangeListProps {
  area: AuditArea;
  filters: Filters;
  onShowAll: () => void;
}

function ChangeList({ area, filters, onShowAll }: ChangeListProps) {
  const t = useTexts();
  const list = useChanges(area, filters);
  const { data: entries, hasNextPage } = list;
  return (
    <section className={styles.list} aria-label={t('audit.title')}>
      <div className="row apart">
        <Status className="muted small">
          {list.isPending || list.isPlaceholderData
            ? t('audit.loading')
            : toCount(t, entries?.length, hasNextPage)}
        </Status>
        <SaveAsCsv area={area} filters={filters} />
      </div>
      {list.isError && entries === undefined && (
        <LoadFailed title={t('audit.load-failed')} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isRefetchError && entries !== undefined && (
        <Message kind="warn">{t('audit.out-of-date', { reason: errorSentence(list.error) })}</Message>
      )}
      {entries?.length === 0 && (
        <NoChanges isFiltered={Object.keys(toQuery(filters)).length > 0} onShowAll={onShowAll} />
      )}
      {entries !== undefined && entries.length > 0 && (
        <ul className={styles.list}>
          {entries.map((entry) => (
            <ChangeItem key={entry.number} entry={entry} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div className={styles.more}>
          {list.isFetchNextPageError && <Message kind="bad">{errorSentence(list.error)}</Message>}
          <Button variant="plain" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {list.isFetchNextPageError ? t('audit.retry') : t('audit.more')}
          </Button>
        </div>
      )}
    </section>
  );
}

function toCount(t: Texts, count: number | undefined, hasMore: boolean): string {
  if (count === undefined) return '';
  return hasMore ? t('audit.count-or-more', { count }) : t('audit.count', { count });
}

function SaveAsCsv({ area, filters }: { area: AuditArea; filters: Filters }) {
  const t = useTexts();
  const saving = useMutation({
    mutationFn: async () =>
      saveFile(await fetchFile(LOGS[area].save, { query: toQuery(filters) }), `larksong-changes-${area}.csv`),
  });
  return (
    <div className={styles.save}>
      <Button variant="plain" busy={saving.isPending} onClick={() => saving.mutate()}>
        {!saving.isPending && <Download className="icon" aria-hidden />}
        {saving.isPending ? t('audit.saving') : t('audit.save')}
      </Button>
      {saving.isError && <Message kind="bad">{errorSentence(saving.error)}</Message>}
    </div>
  );
}

function NoChanges({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
  const t = useTexts();
  if (!isFiltered) return <EmptyState icon={History} title={t('audit.none')} hint={t('audit.none-hint')} />;
  return (
    <EmptyState
      icon={Search}
      title={t('audit.none-found')}
      hint={t('audit.none-found-hint')}
      action={<Button onClick={onShowAll}>{t('audit.show-all')}</Button>}
    />
  );
}
