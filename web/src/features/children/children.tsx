import { auth } from '@larksong/contracts';
import { Plus, Users } from 'lucide-react';
import { useState, type ReactNode } from 'react';
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
import { classOf } from './addresses.ts';
import { ClassDialog } from './classes/class-dialog.tsx';
import { ClassTiles } from './classes/class-tiles.tsx';
import { Invitations } from './invitations.tsx';
import { NameSearch, useNameSearch } from '../../parts/nest/name-search.tsx';
import { NestDialog } from './nest-dialog.tsx';
import { NestPanel } from './nest-panel.tsx';
import { Pin } from './pin.tsx';
import { WindowsSentence } from './windows-sentence.tsx';
import styles from './children.module.css';

/** The nests and classes that a grown-up cares for. */
export function Children() {
  const t = useTexts();
  const { nests, classes, isPinSet, isPinResting, error, retry } = useChildren();
  const making = useNewNest();
  const [isMakingClass, setMakingClass] = useState(false);
  const buttons = <NewButtons onNest={making.open} onClass={() => setMakingClass(true)} />;
  const isLoaded = nests !== undefined && classes !== undefined;
  const isEmpty = isLoaded && nests.length + classes.length === 0;
  return (
    <>
      <Head>{isLoaded && !isEmpty && buttons}</Head>
      <WindowsSentence />
      <Invitations />
      {!isLoaded && error && <LoadFailed title={t('children.failed')} error={error} onRetry={retry} />}
      {!isLoaded && !error && <Status className="muted small">{t('children.loading')}</Status>}
      {isEmpty && (
        <EmptyState meadow title={t('children.none')} hint={t('children.none-hint')} action={buttons} />
      )}
      {isLoaded && classes.length > 0 && <ClassTiles classes={classes} nests={nests} />}
      {isLoaded && <Nests nests={nests} isPinSet={isPinSet} hasClasses={classes.length > 0} />}
      {isLoaded && !isEmpty && <Pin isSet={isPinSet} isResting={isPinResting} />}
      {isLoaded && making.isOpen && (
        <NestDialog count={nests.length} songIds={making.songIds} onClose={making.close} />
      )}
      {isLoaded && isMakingClass && <NewClass count={classes.length} onClose={() => setMakingClass(false)} />}
    </>
  );
}

function useChildren() {
  const nests = useCall(auth.listNests, {}, { staleTime: 0 });
  const classes = useCall(auth.listClasses, {}, { staleTime: 0 });
  const failed = [nests, classes].find(({ data, isError }) => data === undefined && isError);
  return {
    nests: nests.data?.nests,
    isPinSet: nests.data?.isPinSet ?? false,
    isPinResting: nests.data?.isPinResting ?? false,
    classes: classes.data?.classes,
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
  };
}

interface NestsProps {
  nests: readonly auth.Nest[];
  isPinSet: boolean;
  hasClasses: boolean;
}

/** The nests that are in no class; those of a class are on its page. */
function Nests({ nests, isPinSet, hasClasses }: NestsProps) {
  const t = useTexts();
  const [handedOver, setHandedOver] = useState<auth.Nest | null>(null);
  const single = nests.filter(({ classId }) => classId === null);
  const search = useNameSearch(single);
  return (
    <>
      {single.length > 0 && (hasClasses || search.isOffered) && (
        <div className="row apart">
          <h2>{t('children.single')}</h2>
          <NameSearch search={search} />
        </div>
      )}
      <ul className={styles.nests}>
        {search.found.map((nest) => (
          <li key={nest.id}>
            <NestPanel nest={nest} onHandOver={() => setHandedOver(nest)} />
          </li>
        ))}
      </ul>
      {handedOver && (
        <HandOverDialog
          nests={[handedOver, ...nests.filter(({ id }) => id !== handedOver.id)]}
          isPinSet={isPinSet}
          onClose={() => setHandedOver(null)}
        />
      )}
    </>
  );
}

/** Makes a class, and opens its page, where the children are added. */
function NewClass({ count, onClose }: { count: number; onClose: () => void }) {
  const navigate = useNavigate();
  return <ClassDialog count={count} onMade={({ id }) => void navigate(classOf(id))} onClose={onClose} />;
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

function Head({ children }: { children: ReactNode }) {
  const t = useTexts();
  return (
    <div className="row apart">
      <div>
        <h1>{t('children.title')}</h1>
        <p className="muted">{t('children.what')}</p>
      </div>
      {children}
    </div>
  );
}

function NewButtons({ onNest, onClass }: { onNest: () => void; onClass: () => void }) {
  const t = useTexts();
  return (
    <div className="row">
      <Button variant="plain" onClick={onClass}>
        <Users className="icon" aria-hidden />
        {t('children.new-class')}
      </Button>
      <Button onClick={onNest}>
        <Plus className="icon" aria-hidden />
        {t('children.new')}
      </Button>
    </div>
  );
}
