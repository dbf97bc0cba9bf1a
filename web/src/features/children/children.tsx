import { auth } from '@larksong/contracts';
import { Plus } from 'lucide-react';
import { useState } from 'react';

import { useCall } from '../../api/queries.ts';
import { useTexts } from '../../lib/texts.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Status } from '../../ui/status.tsx';
import { HandOverDialog } from '../hand-over/hand-over-dialog.tsx';
import { NestDialog } from './nest-dialog.tsx';
import { NestPanel } from './nest-panel.tsx';
import { WindowsSentence } from './windows-sentence.tsx';
import styles from './children.module.css';

/** The nests that a grown-up cares for. */
export function Children() {
  const t = useTexts();
  const { data, isError, error, refetch } = useCall(auth.listNests, {}, { staleTime: 0 });
  const [handedOver, setHandedOver] = useState<auth.Nest | null>(null);
  const nests = data?.nests ?? [];
  return (
    <>
      <Head count={nests.length} />
      <WindowsSentence />
      {!data && isError && (
        <LoadFailed title={t('children.failed')} error={error} onRetry={() => void refetch()} />
      )}
      {!data && !isError && <Status className="muted small">{t('children.loading')}</Status>}
      {data && nests.length === 0 && (
        <EmptyState
          meadow
          title={t('children.none')}
          hint={t('children.none-hint')}
          action={<NewNest count={0} />}
        />
      )}
      <ul className={styles.nests}>
        {nests.map((nest) => (
          <li key={nest.id}>
            <NestPanel nest={nest} onHandOver={() => setHandedOver(nest)} />
          </li>
        ))}
      </ul>
      {data && handedOver && (
        <HandOverDialog
          nests={[handedOver, ...nests.filter(({ id }) => id !== handedOver.id)]}
          isPinSet={data.isPinSet}
          onClose={() => setHandedOver(null)}
        />
      )}
    </>
  );
}

function Head({ count }: { count: number }) {
  const t = useTexts();
  return (
    <div className="row apart">
      <div>
        <h1>{t('children.title')}</h1>
        <p className="muted">{t('children.what')}</p>
      </div>
      {count > 0 && <NewNest count={count} />}
    </div>
  );
}

/** Makes a nest. */
function NewNest({ count }: { count: number }) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Plus className="icon" aria-hidden />
        {t('children.new')}
      </Button>
      {isOpen && <NestDialog nest={null} count={count} onClose={() => setOpen(false)} />}
    </>
  );
}
