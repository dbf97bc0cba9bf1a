import type { game } from '@larksong/contracts';
import { Image as ImageIcon } from 'lucide-react';
import { useRef } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { toLettersQuery } from '../../parts/game-cards/letter-card.ts';
import type { FurtherPack } from '../../parts/game-cards/packs.ts';
import { ButtonLink } from '../../parts/button-link.tsx';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { AddPair } from './add-pair.tsx';
import { LetterSound } from './media/letter-sound.tsx';
import { LoadedState } from './loaded-state.tsx';
import { NameTile } from './name-tile.tsx';
import { describeMissing, findNextIncomplete, groupByName } from './content/names.ts';
import { useItems } from './content/use-content.ts';
import styles from './name-tile.module.css';

/** A requested jump: to a name, or (null) to the first incomplete name of the letter. */
export interface Jump {
  serial: number;
  name: string | null;
}

interface ItemsProps {
  category: game.AdminCategory;
  jump: Jump | null;
}

/** The names and cards of a letter. */
export function Items({ category, jump }: ItemsProps) {
  const t = useTexts();
  const query = useItems(category);
  const heading = useRef<HTMLHeadingElement>(null);
  const items = query.data?.items;
  const missing = describeMissing(category);
  return (
    <section className="panel" aria-labelledby="items">
      <div className="row apart">
        <div className="row">
          <h2 id="items" ref={heading} tabIndex={-1}>
            {t('game-admin.letter', { letter: category.letter })}
          </h2>
          <Badge>{t('game-admin.cards', { count: category.itemCount })}</Badge>
          {missing !== undefined && <Badge kind="note">{missing}</Badge>}
        </div>
        <PlayThisLetter category={category} />
      </div>
      <LetterSound key={category.id} category={category} />
      <AddPair category={category} />
      <WhereFilesGo pack={category.pack} />
      <LoadedState query={query} what="words" />
      {items?.length === 0 && <p className="muted">{t('items.none', { letter: category.letter })}</p>}
      {items !== undefined && items.length > 0 && (
        <Names items={items} jump={jump} onDeleted={() => heading.current?.focus()} />
      )}
    </section>
  );
}

/** Off while the letter has no pair, since the game would refuse it. */
function PlayThisLetter({ category }: { category: game.AdminCategory }) {
  const t = useTexts();
  if (category.pairCount === 0)
    return (
      <Button variant="plain" disabled title={t('items.play-letter-off')}>
        {t('items.play-letter')}
      </Button>
    );
  return (
    <ButtonLink
      variant="plain"
      to={{ pathname: paths.home, search: toLettersQuery([category.letter], category.pack) }}
    >
      {t('items.play-letter')}
    </ButtonLink>
  );
}

interface NamesProps {
  items: game.AdminItem[];
  jump: Jump | null;
  /** Called after the focused button has gone. */
  onDeleted: () => void;
}

function Names({ items, jump, onDeleted }: NamesProps) {
  const names = groupByName(items);
  const target = jump && (jump.name ?? findNextIncomplete(names)?.name);
  return (
    <ul className={styles.names} aria-labelledby="items">
      {names.map((name) => (
        <NameTile
          key={name.name}
          name={name}
          jump={jump && name.name === target ? jump.serial : null}
          onDeleted={onDeleted}
        />
      ))}
    </ul>
  );
}

function WhereFilesGo({ pack }: { pack: FurtherPack }) {
  const t = useTexts();
  const folder = pack === undefined ? '/public' : `/public/${pack}`;
  return (
    <Message icon={ImageIcon}>
      {t('items.files')}
      <details>
        <summary>{t('items.operators')}</summary>
        {t.rich('items.operators-files', {
          pictures: <code dir="ltr">{folder}/Images/&#123;letter&#125;/&#123;name&#125;.png</code>,
          sounds: <code dir="ltr">{folder}/Audio/&#123;letter&#125;/&#123;name&#125;.mp3</code>,
        })}
      </details>
    </Message>
  );
}
