import { ApiError, auth, catalog } from '@larksong/contracts';
import { Hand, Pencil } from 'lucide-react';
import { useId } from 'react';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { useCall } from '../../api/queries.ts';
import { text, useTexts } from '../../lib/texts.ts';
import { ButtonLink } from '../../parts/button-link.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Animal, nameOf } from '../../parts/nest/animal.tsx';
import { Button } from '../../ui/button.tsx';
import { alertDialog, confirmDialog } from '../../ui/dialog-host.tsx';
import { Message } from '../../ui/message.tsx';
import { describeRule } from '../nest-rule/describe-rule.ts';
import { childOf } from './addresses.ts';
import { Minutes } from './minutes.tsx';
import { NestFlags } from './nest-flags.tsx';
import { useSeen } from './use-seen.ts';
import styles from './nest-panel.module.css';

interface NestPanelProps {
  nest: auth.Nest;
  onHandOver: () => void;
}

/** One nest: whose it is, what it shows, and what can be done with it. */
export function NestPanel({ nest, onHandOver }: NestPanelProps) {
  const t = useTexts();
  const id = useId();
  const { ref, isSeen } = useSeen<HTMLElement>();
  const { data } = useCall(
    catalog.getNestRule,
    { params: { id: nest.classId ?? nest.id } },
    { enabled: isSeen },
  );
  const rule = data?.rule ?? null;
  const isEmpty = data !== undefined && (rule === null || rule.rows.length === 0);
  return (
    <section ref={ref} className="panel" aria-labelledby={id}>
      <div className={styles.top}>
        <Animal face={nest} className={styles.animal} />
        <div>
          <h2 id={id} dir="auto">
            {nameOf(nest, t)}
          </h2>
          {nest.sharedWith !== null && (
            <p className="small">
              {t(nest.isMine ? 'children.shared-with' : 'children.shared-by', { name: nest.sharedWith })}
            </p>
          )}
          {rule && !isEmpty && <p className="muted small">{describeRule(rule, t).join(' · ')}</p>}
        </div>
      </div>
      {isEmpty && <Message kind="warn">{t('children.empty', { name: nameOf(nest, t) })}</Message>}
      <NestFlags id={nest.id} isSeen={isSeen} />
      {rule && <Minutes nestId={nest.id} ruleId={nest.classId ?? nest.id} />}
      <Actions nest={nest} onHandOver={onHandOver} />
    </section>
  );
}

function Actions({ nest, onHandOver }: NestPanelProps) {
  const t = useTexts();
  return (
    <div className="row">
      <Button onClick={onHandOver}>
        <Hand className="icon" aria-hidden />
        {t('children.hand-over')}
      </Button>
      <ButtonLink variant="plain" to={childOf(nest.id)}>
        <Pencil className="icon" aria-hidden />
        {t('children.change')}
      </ButtonLink>
      {nest.isMine && (
        <Button variant="danger" slim onClick={() => void deleteNest(nest)}>
          {t('children.delete')}
        </Button>
      )}
    </div>
  );
}

async function deleteNest(nest: auth.Nest): Promise<void> {
  const isConfirmed = await confirmDialog({
    title: text('children.delete-title'),
    subject: nest.nickname ?? '',
    message: `${text('children.delete-question')} ${text('children.delete-backups')}`,
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
