import type { game } from '@larksong/contracts';

import { toPicturePath } from '../../parts/game-cards/game-media.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TYPE_LABELS, type Name } from './content/names.ts';
import { useAddCard, useDeleteItem } from './content/use-item-actions.ts';
import styles from './card-rows.module.css';

interface CardRowsProps {
  name: Name;
  onDeleted: () => void;
  /** The button's text; the panel on the game page is narrow. */
  deleteLabel?: 'Delete' | 'Del';
}

/** The cards of a name, each with its Delete. A name with a single card offers to add the second one. */
export function CardRows({ name: { name, items }, onDeleted, deleteLabel = 'Delete' }: CardRowsProps) {
  return (
    <>
      <ul className={styles.cards} aria-label={`Cards of ${name}`}>
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
  deleteLabel: string;
  onDeleted: () => void;
}

function CardRow({ item, place, deleteLabel, onDeleted }: CardRowProps) {
  const { isDeleting, confirmAndDelete } = useDeleteItem(item, onDeleted);
  return (
    <li>
      <div>
        <bdi className={styles.cardName}>{item.name}</bdi> <Badge kind="note">{TYPE_LABELS[item.type]}</Badge>
        <code>{toPicturePath(item)}</code>
      </div>
      <Button
        variant="danger"
        slim
        busy={isDeleting}
        aria-label={`${deleteLabel} ${item.name}, card ${place}, ${TYPE_LABELS[item.type]}`}
        onClick={() => void confirmAndDelete()}
      >
        {deleteLabel}
      </Button>
    </li>
  );
}

function LoneCard({ item }: { item: game.AdminItem }) {
  const adding = useAddCard(item);
  return (
    <div className={styles.lone}>
      <p className="small muted">A single card is never dealt.</p>
      <Button variant="plain" busy={adding.isPending} onClick={() => adding.mutate()}>
        Add the second card
      </Button>
    </div>
  );
}
