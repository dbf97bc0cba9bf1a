import type { AuditArea } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { Download, History, Search } from 'lucide-react';
import { useSearchParams } from 'react-router';

import { fetchFile } from '../../api/fetch-file.ts';
import { saveFile } from '../../lib/save-file.ts';
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

const AREAS: [AuditArea, string][] = [
  ['videos', 'Videos'],
  ['accounts', 'Accounts and site'],
  ['game', 'Game'],
];

/** The audit log for superadmins: every change, with its author and time. */
export function Changes() {
  const [address, setAddress] = useSearchParams();
  const area = readArea(address);
  const filters = readFilters(address);
  const change = (name: keyof Filters | 'area', value: string) =>
    setAddress((before) => withFilter(before, name, value), { replace: true });
  return (
    <>
      <div>
        <h1>Changes</h1>
        <p className="muted">Everything that superadmins and commands on the server have changed.</p>
      </div>
      <fieldset className="chips" aria-label="Part of the site">
        {AREAS.map(([name, label]) => (
          <button
            key={name}
            type="button"
            className="chip"
            aria-pressed={name === area}
            onClick={() => change('area', name)}
          >
            {label}
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
  const list = useChanges(area, filters);
  const { data: entries, hasNextPage } = list;
  return (
    <section className={styles.list} aria-label="Changes">
      <div className="row apart">
        <Status className="muted small">
          {list.isPending || list.isPlaceholderData
            ? 'Loading changes…'
            : toCount(entries?.length, hasNextPage)}
        </Status>
        <SaveAsCsv area={area} filters={filters} />
      </div>
      {list.isError && entries === undefined && (
        <LoadFailed
          title="Changes could not be loaded"
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isRefetchError && entries !== undefined && (
        <Message kind="warn">{errorSentence(list.error)} What you see may be out of date.</Message>
      )}
      {entries?.length === 0 && (
        <NoChanges isFiltered={Object.keys(toQuery(filters)).length > 0} onShowAll={onShowAll} />
      )}
      {entries !== undefined && entries.length > 0 && (
        <ul className={styles.list}>
          {entries.map((entry) => (
            <ChangeItem key={entry.number} area={area} entry={entry} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div className={styles.more}>
          {list.isFetchNextPageError && <Message kind="bad">{errorSentence(list.error)}</Message>}
          <Button variant="plain" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {list.isFetchNextPageError ? 'Try again' : 'More changes'}
          </Button>
        </div>
      )}
    </section>
  );
}

function toCount(count: number | undefined, hasMore: boolean): string {
  if (count === undefined) return '';
  return `${count}${hasMore ? '+' : ''} ${count === 1 && !hasMore ? 'change' : 'changes'}`;
}

function SaveAsCsv({ area, filters }: { area: AuditArea; filters: Filters }) {
  const saving = useMutation({
    mutationFn: async () =>
      saveFile(await fetchFile(LOGS[area].save, { query: toQuery(filters) }), `larksong-changes-${area}.csv`),
  });
  return (
    <div className={styles.save}>
      <Button variant="plain" busy={saving.isPending} onClick={() => saving.mutate()}>
        {!saving.isPending && <Download className="icon" aria-hidden />}
        {saving.isPending ? 'Saving…' : 'Save as CSV'}
      </Button>
      {saving.isError && <Message kind="bad">{errorSentence(saving.error)}</Message>}
    </div>
  );
}

function NoChanges({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
  if (!isFiltered)
    return (
      <EmptyState
        icon={History}
        title="No changes yet"
        hint="Whatever a superadmin changes will be listed here."
      />
    );
  return (
    <EmptyState
      icon={Search}
      title="No changes found"
      hint="No recorded change matches all of these filters."
      action={<Button onClick={onShowAll}>Show all</Button>}
    />
  );
}
