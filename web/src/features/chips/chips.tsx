import { catalog } from '@larksong/contracts';
import { Tags } from 'lucide-react';

import { useCall } from '../../api/queries.ts';
import { useTexts, type Texts } from '../../lib/texts.ts';
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
  const t = useTexts();
  const query = useCall(catalog.listAdminChips, {}, { staleTime: 0 });
  const chips = query.data?.chips;
  return (
    <>
      <h1>{t('chips.title')}</h1>
      <p>{t('chips.about')}</p>
      <Status className="muted small">
        {query.isPending ? t('chips.loading') : chips && toCount(t, chips)}
      </Status>
      {query.isPending && <Waiting />}
      {chips === undefined && query.isError && (
        <LoadFailed title={t('chips.failed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isRefetchError && (
        <Message kind="warn">{t('list.stale', { error: errorSentence(query.error) })}</Message>
      )}
      {chips?.length === 0 && (
        <EmptyState
          icon={Tags}
          title={t('chips.none')}
          hint={t('chips.none-hint')}
          action={<ButtonLink to={paths.upload}>{t('chips.upload')}</ButtonLink>}
        />
      )}
      {chips && <Group type="grade" chips={chips.filter(({ tagType }) => tagType === 'grade')} />}
      {chips && <Group type="category" chips={chips.filter(({ tagType }) => tagType === 'category')} />}
    </>
  );
}

function toCount(t: Texts, chips: readonly catalog.AdminChip[]): string {
  const grades = chips.filter(({ tagType }) => tagType === 'grade').length;
  return t('chips.count', { grades, categories: chips.length - grades });
}

interface GroupProps {
  type: catalog.AdminChip['tagType'];
  chips: readonly catalog.AdminChip[];
}

function Group({ type, chips }: GroupProps) {
  const t = useTexts();
  if (chips.length === 0) return null;
  const title = t(`chips.group.${type}`);
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
