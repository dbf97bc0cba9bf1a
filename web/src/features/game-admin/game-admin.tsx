import type { game } from '@larksong/contracts';
import { Shapes } from 'lucide-react';
import { useRef, useState, type ComponentProps } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Status } from '../../ui/status.tsx';
import { useSession } from '../auth/session.ts';
import { CardPacks } from './packs/card-packs.tsx';
import { PackChoice } from './packs/pack-choice.tsx';
import { usePlace } from './use-place.ts';
import { Categories } from './categories.tsx';
import { GridSettings } from './grid-settings.tsx';
import { Items, type Jump } from './items.tsx';
import { findNextIncomplete, findNextMissing, groupByName } from './content/names.ts';
import { Overview } from './overview.tsx';
import { useCategories, findKnownItems } from './content/use-content.ts';
import styles from './game-admin.module.css';

/**
 * The editor of letters, cards, pictures and sounds, and for superadmins of grids and packs. The selected letter is in
 * the address.
 */
export function GameAdmin() {
  const t = useTexts();
  const { pack, letter, choose: setLetter, choosePack } = usePlace();
  const query = useCategories(pack);
  const categories = query.data?.categories ?? [];
  const place = useRef<HTMLDivElement>(null);
  const choose = (next: string | null) => {
    setLetter(next);
    if (next !== null) showPlace(place.current);
  };
  const chosen = categories.find((category) => category.letter === letter);
  const [jump, goToNextMissing] = useNextMissing(categories, chosen, choose);
  return (
    <>
      <Title pack={pack} onChoose={choosePack} />
      {categories.length > 0 && (
        <Overview {...{ categories, letter, pack }} onChoose={choose} onNextMissing={goToNextMissing} />
      )}
      {query.isPending && <Waiting />}
      <div className={classNames(styles.rest, query.isPending && styles.unseen)}>
        <div className={styles.manager}>
          <Categories {...{ query, letter, pack }} onChoose={choose} />
          <div ref={place}>
            {chosen ? (
              <Items key={chosen.id} category={chosen} jump={jump?.letter === chosen.letter ? jump : null} />
            ) : (
              <EmptyState
                icon={Shapes}
                title={t('game-admin.choose-letter')}
                hint={t('game-admin.choose-letter-hint')}
              />
            )}
          </div>
        </div>
        <ForSuperadmins {...{ letter, pack }} onChoosePack={choosePack} />
      </div>
    </>
  );
}

/** Grids and packs, which concern the whole site. */
function ForSuperadmins(place: ComponentProps<typeof CardPacks>) {
  const { isSuperadmin } = useSession();
  if (!isSuperadmin) return null;
  return (
    <>
      <GridSettings />
      <CardPacks {...place} />
    </>
  );
}

function Title(choice: ComponentProps<typeof PackChoice>) {
  const t = useTexts();
  return (
    <div className="row apart">
      <div>
        <h1>{t('game-admin.heading')}</h1>
        <p className="muted">{t('game-admin.subtitle')}</p>
      </div>
      <PackChoice {...choice} />
    </div>
  );
}

function Waiting() {
  const t = useTexts();
  return (
    <div className="panel">
      <Status className="muted">{t('game-admin.loading')}</Status>
      <div aria-hidden>
        <div className="bone" />
        <div className="bone" />
      </div>
    </div>
  );
}

/** On a phone, the items of a letter selected above are below the screen. */
function showPlace(place: HTMLElement | null): void {
  if (place && place.getBoundingClientRect().top > 0.7 * window.innerHeight)
    place.scrollIntoView({ block: 'start' });
}

/** Jumps to the next incomplete name: in the selected letter after the last jump, then in the next letters. */
function useNextMissing(
  categories: game.AdminCategory[],
  chosen: game.AdminCategory | undefined,
  choose: (letter: string) => void,
): [jump: (Jump & { letter: string }) | null, goOn: () => void] {
  const [jump, setJump] = useState<(Jump & { letter: string }) | null>(null);
  const goOn = () => {
    const serial = (jump?.serial ?? 0) + 1;
    const names = groupByName(chosen ? findKnownItems(chosen) : []);
    const isHere = chosen !== undefined && jump?.letter === chosen.letter;
    const last = isHere ? (jump.name ?? findNextIncomplete(names)?.name) : undefined;
    const next = findNextIncomplete(names, last);
    const category = findNextMissing(categories, chosen?.letter ?? null);
    if (chosen && next) setJump({ serial, letter: chosen.letter, name: next.name });
    else if (category) {
      setJump({ serial, letter: category.letter, name: null });
      choose(category.letter);
    }
  };
  return [jump, goOn];
}
