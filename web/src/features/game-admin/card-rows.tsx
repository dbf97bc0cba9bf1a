import type { game } from '@larksong/contracts';

import { useTexts } from '../../lib/texts.ts';
import { toPicturePath } from '../../parts/game-cards/game-media.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { Name } from './content/names.ts';
import { useAddCard, useDeleteItem } from './content/use-item-actions.ts';
import styles from './card-rows.module.css';

interface CardRowsProps {
  name: Name;
  onDeleted: () => void;
  /** The form of the button's text; the panel on the game page is narrow. */
  deleteLabel?: 'long' | 'short';
}

/** The cards of a name, each with its Delete. A name with a single card offers to add the second one. */
export function CardRows({ name: { name, items }, onDeleted, deleteLabel = 'long' }: CardRowsProps) {
  const t = useTexts();
  return (
    <>
      <ul className={styles.cards} aria-label={t('cards.list', { name })}>
        {items.map((item, index) => (
          <CardRow
            key={item.id}
            item={item}
            place={index + 1}
            deleteLabel={deleteLabel}
            onDeleted={onDeleted}
          />
        ))}
      </ul>
      {items.length === 1 && <LoneCard item={items[0]} />}
    </>
  );
}

interface CardRowProps {
  item: game.AdminItem;
  place: number;
  deleteLabel: 'long' | 'short';
  onDeleted: () => void;
}

function CardRow({ item, place, deleteLabel, onDeleted }: CardRowProps) {
  const t = useTexts();
  const { isDeleting, confirmAndDelete } = useDeleteItem(item, onDeleted);
  const type = t(`card-type.${item.type}`);
  return (
    <li>
      <div>
        <bdi className={styles.cardName} lang={item.pack}>
          {item.name}
        </bdi>{' '}
        <Badge kind="note">{type}</Badge>
        <code>
          <bdi dir="ltr">{toPicturePath(item)}</bdi>
        </code>
      </div>
      <Button
        variant="danger"
        slim
        busy={isDeleting}
        aria-label={t(`cards.delete-card.${deleteLabel}`, { name: item.name, place, type })}
        onClick={() => void confirmAndDelete()}
      >
        {t(`cards.delete.${deleteLabel}`)}
      </Button>
    </li>
  );
}

function LoneCard({ item }: { item: game.AdminItem }) {
  const t = useTexts();
  const adding = useAddCard(item);
  return (
    <div className={styles.lone}>
      <p className="small muted">{t('cards.lone')}</p>
      <Button variant="plain" className="wrap" busy={adding.isPending} onClick={() => adding.mutate()}>
        {t('cards.add-second')}
      </Button>
    </div>
  );
}
