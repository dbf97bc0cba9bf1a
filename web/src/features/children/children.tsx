import { auth } from '@larksong/contracts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { useCall } from '../../api/queries.ts';
import { useTexts } from '../../lib/texts.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Status } from '../../ui/status.tsx';
import { HandOverDialog } from '../hand-over/hand-over-dialog.tsx';
import { readSelected } from '../song-lists/add/selected-songs.ts';
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
  const making = useNewNest();
  return (
    <>
      <Head onNew={nests.length > 0 ? making.open : null} />
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
          action={<NewNest onPress={making.open} />}
        />
      )}
      <List nests={nests} onHandOver={setHandedOver} />
      {data && making.isOpen && (
        <NestDialog count={nests.length} songIds={making.songIds} onClose={making.close} />
      )}
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

interface ListProps {
  nests: readonly auth.Nest[];
  onHandOver: (nest: auth.Nest) => void;
}

function List({ nests, onHandOver }: ListProps) {
  return (
    <ul className={styles.nests}>
      {nests.map((nest) => (
        <li key={nest.id}>
          <NestPanel nest={nest} onHandOver={() => onHandOver(nest)} />
        </li>
      ))}
    </ul>
  );
}

/** Opens and closes the dialog that makes a nest. Whoever comes with selected songs makes one at once. */
function useNewNest() {
  const navigate = useNavigate();
  const songIds = readSelected(useLocation().state);
  const [isOpen, setOpen] = useState(songIds.length > 0);
  return {
    isOpen,
    songIds,
    open: () => setOpen(true),
    close: () => {
      setOpen(false);
      // The songs are not offered again when the page is reloaded.
      if (songIds.length > 0) void navigate(paths.children, { replace: true, state: null });
    },
  };
}

function Head({ onNew }: { onNew: (() => void) | null }) {
  const t = useTexts();
  return (
    <div className="row apart">
      <div>
        <h1>{t('children.title')}</h1>
        <p className="muted">{t('children.what')}</p>
      </div>
      {onNew && <NewNest onPress={onNew} />}
    </div>
  );
}

function NewNest({ onPress }: { onPress: () => void }) {
  const t = useTexts();
  return (
    <Button onClick={onPress}>
      <Plus className="icon" aria-hidden />
      {t('children.new')}
    </Button>
  );
}
