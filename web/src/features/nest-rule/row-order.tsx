import type { catalog } from '@larksong/contracts';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import type { MouseEvent } from 'react';
import { flushSync } from 'react-dom';

import { text, useTexts } from '../../lib/texts.ts';
import { ListSign } from '../../parts/list-sign.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { offerUndo } from '../../ui/undo.tsx';
import { HueChoice, SignChoice } from '../song-lists/look-choices.tsx';
import type { RowsProps } from './choices.ts';
import { backAt, moveRow, withoutRow } from './rule-rows.ts';
import styles from './rule-form.module.css';

/** The rows of the place from top to bottom: their order, their signs, and which of them are for learning. */
export function RowOrder(props: RowsProps) {
  const t = useTexts();
  return (
    <ol className={styles.rows} aria-label={t('nest-rule.order')}>
      {props.rows.map((row, index) => (
        <Row key={row.id} row={row} index={index} {...props} />
      ))}
    </ol>
  );
}

interface RowProps extends RowsProps {
  row: catalog.NestRow;
  index: number;
}

function Row(props: RowProps) {
  const { row, choices } = props;
  const list = row.kind === 'list' ? choices.lists.find(({ listId }) => listId === row.listId) : undefined;
  const look = row.kind === 'list' ? list : row;
  const name = nameOf(row, list);
  return (
    <li>
      <div className={styles.row}>
        {look && <ListSign list={look} />}
        <strong className={styles.name} dir="auto">
          {name}
        </strong>
        <Steps {...props} name={name} />
      </div>
      <Details {...props} />
    </li>
  );
}

/** Moves the row, or removes it. */
function Steps({ row, index, rows, onChange, name }: RowProps & { name: string }) {
  const t = useTexts();
  // The button keeps the focus, although its row moves.
  const move = (places: number) => (event: MouseEvent<HTMLElement>) => {
    const button = event.currentTarget;
    flushSync(() => onChange((before) => moveRow(before, row, places)));
    button.focus();
  };
  const remove = () => {
    onChange((before) => withoutRow(before, row));
    offerUndo(text('nest-rule.removed', { name }), async () => onChange((now) => backAt(now, row, index)));
  };
  return (
    <>
      <IconButton
        label={t('nest-rule.up', { name })}
        icon={ArrowUp}
        aria-disabled={index === 0 || undefined}
        onClick={move(-1)}
      />
      <IconButton
        label={t('nest-rule.down', { name })}
        icon={ArrowDown}
        aria-disabled={index === rows.length - 1 || undefined}
        onClick={move(1)}
      />
      <IconButton label={t('nest-rule.remove', { name })} icon={X} onClick={remove} />
    </>
  );
}

/** Whether the row is for learning, and the sign of a row without a list. */
function Details({ row, onChange }: RowProps) {
  const t = useTexts();
  const put = (changed: catalog.NestRow) =>
    onChange((before) => before.map((other) => (other.id === row.id ? changed : other)));
  return (
    <div className={styles.under}>
      <label className="choice">
        <input
          type="checkbox"
          checked={row.isLearning}
          onChange={({ target }) => put({ ...row, isLearning: target.checked })}
        />
        <span>{t('nest-rule.learning')}</span>
      </label>
      {row.kind !== 'list' && (
        <details>
          <summary>{t('nest-rule.look')}</summary>
          <SignChoice hue={row.hue} value={row.sign} onPick={(sign) => put({ ...row, sign })} />
          <HueChoice value={row.hue} onPick={(hue) => put({ ...row, hue })} />
        </details>
      )}
    </div>
  );
}

/** A list that was chosen before may have been deleted since. */
function nameOf(row: catalog.NestRow, list: catalog.NestListChoice | undefined): string {
  if (row.kind === 'list') return list?.name ?? text('nest-rule.list-gone');
  return row.kind === 'tag' ? row.tagValue : text('children.everything');
}
