import { useState, type ReactNode } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { ListSign } from '../../parts/list-sign.tsx';
import { Message } from '../../ui/message.tsx';
import { describeSongs } from '../song-lists/list-facts.ts';
import type { RowsProps } from './choices.ts';
import { RowOrder } from './row-order.tsx';
import { findRow, withRow, withoutRow, type RowOf } from './rule-rows.ts';
import styles from './rule-form.module.css';

const KINDS = ['list', 'tag', 'everything'] as const;

/** What may be seen: ticks at lists, tags and everything public, and the rows that they make, in the order of the place. */
export function RowsPart({ choices, rows, onChange }: RowsProps) {
  const t = useTexts();
  const [kind, setKind] = useState<(typeof KINDS)[number]>(rows[0]?.kind ?? 'list');
  return (
    <>
      <fieldset className="row">
        <legend className="sr-only">{t('nest-dialog.rows')}</legend>
        {KINDS.map((one) => (
          <button
            key={one}
            type="button"
            className="chip"
            aria-pressed={one === kind}
            onClick={() => setKind(one)}
          >
            {t(`nest-rule.kind-${one}`)}
          </button>
        ))}
      </fieldset>
      <Ticks kind={kind} choices={choices} rows={rows} onChange={onChange} />
      {rows.length === 0 ? (
        <Message kind="warn">{t('nest-dialog.nothing-chosen')}</Message>
      ) : (
        <RowOrder choices={choices} rows={rows} onChange={onChange} />
      )}
      <p className="muted small">{t('nest-dialog.rows-hint')}</p>
    </>
  );
}

function Ticks({ kind, choices, ...props }: RowsProps & { kind: (typeof KINDS)[number] }) {
  const t = useTexts();
  if (kind === 'list' && choices.lists.length === 0)
    return <p className="muted">{t('nest-rule.no-lists')}</p>;
  if (kind === 'tag' && choices.tags.length === 0) return <p className="muted">{t('nest-rule.no-tags')}</p>;
  return (
    <fieldset className={styles.ticks} aria-label={t(`nest-rule.kind-${kind}`)}>
      {kind === 'list' &&
        choices.lists.map((list) => (
          <Tick key={list.listId} row={{ kind, listId: list.listId }} {...props}>
            <span>
              <bdi>{list.name}</bdi>
              <small>
                {describeSongs(list, t)}
                {list.owner === 'site' && ` · ${t('nest-rule.of-site')}`}
              </small>
            </span>
            <ListSign list={list} />
          </Tick>
        ))}
      {kind === 'tag' &&
        choices.tags.map(({ tagType, tagValue, songCount }) => (
          <Tick key={`${tagType} ${tagValue}`} row={{ kind, tagType, tagValue }} {...props}>
            <span>
              {t.rich('nest-dialog.tagged', { tag: <bdi>{tagValue}</bdi> })}
              <small>{t('lists.songs', { count: songCount })}</small>
            </span>
          </Tick>
        ))}
      {kind === 'everything' && (
        <Tick row={{ kind }} {...props}>
          <span>
            {t('children.everything')}
            <small>{t('lists.songs', { count: choices.publicCount })}</small>
          </span>
        </Tick>
      )}
    </fieldset>
  );
}

interface TickProps extends Omit<RowsProps, 'choices'> {
  row: RowOf;
  children: ReactNode;
}

function Tick({ row, rows, onChange, children }: TickProps) {
  const found = findRow(rows, row);
  return (
    <label className="choice">
      <input
        type="checkbox"
        checked={found !== undefined}
        onChange={() => onChange((before) => (found ? withoutRow(before, found) : withRow(before, row)))}
      />
      {children}
    </label>
  );
}
