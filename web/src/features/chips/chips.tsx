import { catalog } from '@larksong/contracts';
import { Tags } from 'lucide-react';

import { useCall } from '../../api/queries.ts';
import { ButtonLink } from '../../parts/button-link.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import { ChipItem } from './chip-item.tsx';
import styles from './chips.module.css';

/** For superadmins: the chips that grades and categories have above the songs. */
export function Chips() {
  const query = useCall(catalog.listAdminChips, {}, { staleTime: 0 });
  const chips = query.data?.chips;
  return (
    <>
      <h1>Grades and categories</h1>
      <p>
        Every grade has a chip above the songs. Give it a picture, so that children who cannot read find it,
        or a colour. Categories can be chips, too.
      </p>
      <Status className="muted small">
        {query.isPending ? 'Loading grades and categories...' : chips && toCount(chips)}
      </Status>
      {query.isPending && <Waiting />}
      {chips === undefined && query.isError && (
        <LoadFailed
          title="Grades and categories could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isRefetchError && (
        <Message kind="warn">{errorSentence(query.error)} What you see may be out of date.</Message>
      )}
      {chips?.length === 0 && (
        <EmptyState
          icon={Tags}
          title="No grades or categories yet"
          hint="They come from the tags of your videos."
          action={<ButtonLink to={paths.upload}>Upload Video</ButtonLink>}
        />
      )}
      {chips && <Group title="Grades" chips={chips.filter(({ tagType }) => tagType === 'grade')} />}
      {chips && <Group title="Categories" chips={chips.filter(({ tagType }) => tagType === 'category')} />}
    </>
  );
}

function toCount(chips: readonly catalog.AdminChip[]): string {
  const grades = chips.filter(({ tagType }) => tagType === 'grade').length;
  const categories = chips.length - grades;
  return `${grades} ${grades === 1 ? 'grade' : 'grades'}, ${categories} ${categories === 1 ? 'category' : 'categories'}`;
}

function Group({ title, chips }: { title: string; chips: readonly catalog.AdminChip[] }) {
  if (chips.length === 0) return null;
  return (
    <section className={styles.group} aria-label={title}>
      <h2>{title}</h2>
      <ul className={styles.group}>
        {chips.map((chip) => (
          <ChipItem key={chip.tagValue} chip={chip} />
        ))}
      </ul>
    </section>
  );
}

function Waiting() {
  return (
    <div className={styles.group} aria-hidden>
      {['first', 'second', 'third'].map((key) => (
        <div key={key} className="panel">
          <div className="bone" />
        </div>
      ))}
    </div>
  );
}
