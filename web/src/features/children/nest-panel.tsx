import { catalog, type auth } from '@larksong/contracts';
import { Hand, Pencil } from 'lucide-react';
import { useId } from 'react';

import { useCall } from '../../api/queries.ts';
import { useTexts } from '../../lib/texts.ts';
import { ButtonLink } from '../../parts/button-link.tsx';
import { Animal, nameOf } from '../../parts/nest/animal.tsx';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { describeRule } from '../nest-rule/describe-rule.ts';
import { childOf } from './addresses.ts';
import { deleteNest } from './delete-nest.ts';
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
