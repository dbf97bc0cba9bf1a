import type { auth } from '@larksong/contracts';
import { Hand, Pencil, Plus, Printer } from 'lucide-react';
import { useNavigate } from 'react-router';

import { text, useTexts, type Texts } from '../../../lib/texts.ts';
import { ButtonLink } from '../../../parts/button-link.tsx';
import { errorSentence } from '../../../parts/error-sentence.ts';
import { ListSign } from '../../../parts/list-sign.tsx';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { alertDialog, confirmDialog } from '../../../ui/dialog-host.tsx';
import { classCardsOf } from '../addresses.ts';
import { backupsSentence } from '../backups-sentence.ts';
import { refreshChildren } from '../refresh-children.ts';
import { deleteClass } from './class-calls.ts';
import type { FullClass } from './use-class.ts';
import styles from './class.module.css';

interface ClassHeadProps {
  full: FullClass;
  onAdd: () => void;
  onEdit: () => void;
  onHandOver: () => void;
}

/** What a class is called, whose it is, and what can be done with all of it. */
export function ClassHead({ full: { one, nests }, onAdd, onEdit, onHandOver }: ClassHeadProps) {
  const t = useTexts();
  const canPrint = [one, ...nests].some(({ cards }) => cards.some(({ code }) => code !== null));
  return (
    <div className={styles.head}>
      <ListSign list={one} isLarge />
      <div className={styles.name}>
        <h1 dir="auto">{one.name}</h1>
        <p className="muted">{describe(one, t)}</p>
      </div>
      <div className="row">
        <Button variant="quiet" onClick={onEdit}>
          <Pencil className="icon" aria-hidden />
          {t('class.edit')}
        </Button>
        {one.isMine && <Delete one={one} />}
        {nests.length > 0 && (
          <Button variant="quiet" onClick={onHandOver}>
            <Hand className="icon" aria-hidden />
            {t('children.hand-over')}
          </Button>
        )}
        {canPrint && (
          <ButtonLink variant="plain" to={classCardsOf(one.id)}>
            <Printer className="icon" aria-hidden />
            {t('cards.print')}
          </ButtonLink>
        )}
        <Button onClick={onAdd}>
          <Plus className="icon" aria-hidden />
          {t('class.add')}
        </Button>
      </div>
    </div>
  );
}

function describe({ nestIds, isMine, sharedWith }: auth.NestClass, t: Texts): string {
  const count = t('children.class-count', { count: nestIds.length });
  if (sharedWith === null) return count;
  return `${count} · ${t(isMine ? 'children.shared-with' : 'children.shared-by', { name: sharedWith })}`;
}

function Delete({ one }: { one: auth.NestClass }) {
  const t = useTexts();
  const navigate = useNavigate();
  const ask = async () => {
    const isConfirmed = await confirmDialog({
      title: text('class.delete-title'),
      subject: one.name,
      message: `${text('class.delete-question', { count: one.nestIds.length })} ${backupsSentence()}`,
      confirmLabel: text('class.delete'),
      danger: true,
    });
    if (!isConfirmed) return;
    try {
      await deleteClass(one.id);
    } catch (error) {
      return alertDialog({ message: errorSentence(error) });
    }
    await navigate(paths.children); // before the class is missing here
    await refreshChildren();
  };
  return (
    <Button variant="danger" slim onClick={() => void ask()}>
      {t('class.delete')}
    </Button>
  );
}
