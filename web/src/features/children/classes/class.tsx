import { catalog } from '@larksong/contracts';
import { ArrowLeft, Pencil } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';

import { useCall } from '../../../api/queries.ts';
import { useTexts } from '../../../lib/texts.ts';
import { ButtonLink } from '../../../parts/button-link.tsx';
import { errorSentence } from '../../../parts/error-sentence.ts';
import { LoadFailed } from '../../../parts/load-failed.tsx';
import { paths } from '../../../paths.ts';
import { Message } from '../../../ui/message.tsx';
import { Status } from '../../../ui/status.tsx';
import { useDocumentTitle } from '../../../ui/use-document-title.ts';
import { HandOverDialog } from '../../hand-over/hand-over-dialog.tsx';
import { classCardsOf, classRuleOf } from '../addresses.ts';
import { Cards } from '../cards/cards.tsx';
import { NestFlags } from '../nest-flags.tsx';
import { RuleFacts } from '../rule-facts.tsx';
import { Sharing } from '../sharing.tsx';
import { AddChildrenDialog } from './add-children-dialog.tsx';
import { ClassChildren } from './class-children.tsx';
import { ClassCode } from './class-code.tsx';
import { ClassDialog } from './class-dialog.tsx';
import { ClassHead } from './class-head.tsx';
import { ClassMissing } from './class-missing.tsx';
import { ClassTablets } from './class-tablets.tsx';
import { useClass, type FullClass } from './use-class.ts';
import styles from './class.module.css';

/** One class: its children, the rule of all of them, and the ways in. */
export function Class({ id }: { id: string }) {
  const t = useTexts();
  const { full, isMissing, error, retry } = useClass(id);
  useDocumentTitle(full?.one.name ?? t('class.title'));
  if (isMissing) return <ClassMissing />;
  return (
    <>
      <ButtonLink variant="quiet" className={styles.back} to={paths.children}>
        <ArrowLeft className="icon points" aria-hidden />
        {t('children.title')}
      </ButtonLink>
      {full ? (
        <>
          <Loaded full={full} />
          <NestFlags id={id} />
        </>
      ) : (
        <>
          <h1>{t('class.title')}</h1>
          {error && <LoadFailed title={t('class.failed')} error={error} onRetry={retry} />}
          {!error && <Status className="muted">{t('class.loading')}</Status>}
        </>
      )}
    </>
  );
}

type Open = 'add' | 'edit' | 'hand-over';

function Loaded({ full }: { full: FullClass }) {
  const t = useTexts();
  const [open, setOpen] = useState<Open | null>(null);
  const navigate = useNavigate();
  const close = () => setOpen(null);
  const { one, nests, isPinSet } = full;
  return (
    <>
      <ClassHead
        full={full}
        onAdd={() => setOpen('add')}
        onEdit={() => setOpen('edit')}
        onHandOver={() => setOpen('hand-over')}
      />
      <div className={styles.two}>
        <ClassChildren nests={nests} onAdd={() => setOpen('add')} />
        <div className={styles.aside}>
          <Part title={t('class.rule')}>
            <Rule id={one.id} />
          </Part>
          <Part title={t('class-code.title')}>
            <ClassCode one={one} />
          </Part>
          <Part title={t('class.cards')}>
            <Cards owner={{ kind: 'class', id: one.id }} cards={one.cards} sheet={classCardsOf(one.id)} />
          </Part>
          <Part title={t('class.tablets')}>
            <ClassTablets nests={nests} />
          </Part>
          <Part title={t('child.sharing')}>
            <Sharing kind="class" shared={one} onLeft={() => void navigate(paths.children)} />
          </Part>
        </div>
      </div>
      {open === 'add' && <AddChildrenDialog full={full} onClose={close} />}
      {open === 'edit' && <ClassDialog one={one} onClose={close} />}
      {open === 'hand-over' && <HandOverDialog nests={nests} isPinSet={isPinSet} onClose={close} />}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function Rule({ id }: { id: string }) {
  const t = useTexts();
  const { data, error } = useCall(catalog.getNestRule, { params: { id } }, { staleTime: 0 });
  const rule = data?.rule ?? null;
  const isEmpty = data !== undefined && (rule === null || rule.rows.length === 0);
  return (
    <>
      {!data && error && <Message kind="bad">{errorSentence(error)}</Message>}
      {!data && !error && <Status className="muted small">{t('class.loading')}</Status>}
      {isEmpty && <Message kind="warn">{t('class.empty-rule')}</Message>}
      {rule && !isEmpty && <RuleFacts rule={rule} />}
      <ButtonLink variant="plain" className={styles.change} to={classRuleOf(id)}>
        <Pencil className="icon" aria-hidden />
        {t('children.change')}
      </ButtonLink>
    </>
  );
}
