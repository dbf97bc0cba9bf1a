import { ApiError, auth, catalog } from '@larksong/contracts';
import { Hand, Pencil } from 'lucide-react';
import { useId, useState } from 'react';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { useCall } from '../../api/queries.ts';
import { text, useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Animal, nameOf } from '../../parts/nest/animal.tsx';
import { Button } from '../../ui/button.tsx';
import { alertDialog, confirmDialog } from '../../ui/dialog-host.tsx';
import { Message } from '../../ui/message.tsx';
import { NestDialog } from './nest-dialog.tsx';
import styles from './nest-panel.module.css';

interface NestPanelProps {
  nest: auth.Nest;
  onHandOver: () => void;
}

/** One nest: whose it is, what it shows, and what can be done with it. */
export function NestPanel({ nest, onHandOver }: NestPanelProps) {
  const t = useTexts();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { data } = useCall(catalog.getNestRule, { params: { id: nest.classId ?? nest.id } });
  const rows = data?.rule?.rows ?? [];
  const isEmpty = data !== undefined && rows.length === 0;
  return (
    <section className="panel" aria-labelledby={id}>
      <div className={styles.top}>
        <Animal face={nest} className={styles.animal} />
        <div>
          <h2 id={id} dir="auto">
            {nameOf(nest, t)}
          </h2>
          {rows.length > 0 && <p className="muted small">{describeRows(rows)}</p>}
        </div>
      </div>
      {isEmpty && <Message kind="warn">{t('children.empty', { name: nameOf(nest, t) })}</Message>}
      <Actions
        nest={nest}
        onHandOver={onHandOver}
        onChange={data === undefined ? null : () => setOpen(true)}
      />
      {isOpen && data && <NestDialog nest={nest} present={data} onClose={() => setOpen(false)} />}
    </section>
  );
}

interface ActionsProps extends NestPanelProps {
  /** Null until the rule is known. */
  onChange: (() => void) | null;
}

function Actions({ nest, onHandOver, onChange }: ActionsProps) {
  const t = useTexts();
  return (
    <div className="row">
      <Button onClick={onHandOver}>
        <Hand className="icon" aria-hidden />
        {t('children.hand-over')}
      </Button>
      <Button variant="plain" disabled={onChange === null} onClick={() => onChange?.()}>
        <Pencil className="icon" aria-hidden />
        {t('children.change')}
      </Button>
      {nest.isMine && (
        <Button variant="danger" slim onClick={() => void deleteNest(nest)}>
          {t('children.delete')}
        </Button>
      )}
    </div>
  );
}

function describeRows(rows: readonly catalog.NestRow[]): string {
  const lists = rows.filter(({ kind }) => kind === 'list').length;
  const tags = rows.flatMap((row) => (row.kind === 'tag' ? [row.tagValue] : []));
  const all = rows.some(({ kind }) => kind === 'everything') ? [text('children.everything')] : [];
  return [...(lists > 0 ? [text('children.lists', { count: lists })] : []), ...tags, ...all].join(' · ');
}

async function deleteNest(nest: auth.Nest): Promise<void> {
  const isConfirmed = await confirmDialog({
    title: text('children.delete-title'),
    subject: nest.nickname ?? '',
    message: text('children.delete-question'),
    confirmLabel: text('children.delete'),
    danger: true,
  });
  if (!isConfirmed) return;
  try {
    await call(auth.deleteNest, { params: { id: nest.id } });
  } catch (error) {
    const isGone = error instanceof ApiError && error.code === 'NEST_NOT_FOUND';
    if (!isGone) await alertDialog({ message: errorSentence(error) });
  }
  await invalidate(auth.listNests);
}
