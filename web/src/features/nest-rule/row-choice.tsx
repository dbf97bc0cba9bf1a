import type { catalog } from '@larksong/contracts';
import type { ReactNode } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { ListSign } from '../../parts/list-sign.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import { SignChoice } from '../song-lists/look-choices.tsx';
import { findRow, withRow, withoutRow, type RowOf } from './rule-rows.ts';
import { useRowChoices } from './use-row-choices.ts';
import styles from './row-choice.module.css';

interface RowChoiceProps {
  rows: readonly catalog.NestRow[];
  onChange: (rows: readonly catalog.NestRow[]) => void;
}

/** What a new nest may show: lists with their own signs, tags and everything public with a sign that the grown-up picks. */
export function RowChoice({ rows, onChange }: RowChoiceProps) {
  const t = useTexts();
  const { choices, error } = useRowChoices();
  if (error) return <Message kind="bad">{errorSentence(error)}</Message>;
  if (!choices) return <Status className="muted small">{t('nest-dialog.choices-loading')}</Status>;
  const props = { rows, onChange };
  return (
    <fieldset className={styles.rows}>
      <legend>{t('nest-dialog.rows')}</legend>
      {choices.lists.map((list) => (
        <Tick key={list.listId} row={{ kind: 'list', listId: list.listId }} {...props}>
          <span dir="auto">{list.name}</span>
          <ListSign list={list} className={styles.sign} />
        </Tick>
      ))}
      {choices.tags.map(({ tagType, tagValue }) => (
        <Tick key={`${tagType} ${tagValue}`} row={{ kind: 'tag', tagType, tagValue }} {...props}>
          <span>{t.rich('nest-dialog.tagged', { tag: <bdi>{tagValue}</bdi> })}</span>
        </Tick>
      ))}
      <Tick row={{ kind: 'everything' }} {...props}>
        <span>{t('children.everything')}</span>
      </Tick>
      <p className="muted small">{t('nest-dialog.rows-hint')}</p>
    </fieldset>
  );
}

interface TickProps extends RowChoiceProps {
  row: RowOf;
  children: ReactNode;
}

function Tick({ row, rows, onChange, children }: TickProps) {
  const found = findRow(rows, row);
  const put = (sign: catalog.ListSign) =>
    onChange(rows.map((other) => (other === found && other.kind !== 'list' ? { ...other, sign } : other)));
  return (
    <div>
      <label className="choice">
        <input
          type="checkbox"
          checked={found !== undefined}
          onChange={() => onChange(found ? withoutRow(rows, found) : withRow(rows, row))}
        />
        {children}
      </label>
      {found && found.kind !== 'list' && <SignChoice hue={found.hue} value={found.sign} onPick={put} />}
    </div>
  );
}
