import type { game } from '@larksong/contracts';
import { useId } from 'react';

import { text, useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { alertDialog } from '../../ui/dialog-host.tsx';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import { only, useForm } from '../../parts/use-form.ts';
import { alertRefusal } from './content/refusal.ts';
import { refreshContent } from './content/use-content.ts';
import { addPair, type AddedPair, type NewPair } from './content/use-item-actions.ts';
import styles from './add-forms.module.css';

const DEFAULTS: Pick<NewPair, 'type' | 'name'> = { type: 'letter', name: '' };

/**
 * The form for the two cards of a pair. The type stays selected and the name keeps the focus, ready for the next pair.
 */
export function AddPair({ category }: { category: game.AdminCategory }) {
  const t = useTexts();
  const hintId = useId();
  const form = useForm({
    defaults: DEFAULTS,
    check: ({ name }) => only('name', name.trim() === '' ? text('add-pair.missing-name') : undefined),
    send: ({ type, name }) => addPair({ category, type, name: name.trim() }),
    onSent: async ({ isWhole }, { clear, focus }) => {
      if (isWhole) {
        clear('name');
        focus('name');
      } else
        void alertDialog({ title: text('add-refused-title.pair'), message: text('add-pair.half-created') });
      await refreshContent();
    },
    onFailed: (error, { show }) => {
      void alertRefusal(error, { what: 'pair', onRefused: (name) => show({ name }) });
    },
  });
  return (
    <form {...form.props} className={classNames(styles.add, styles.pair)}>
      <Field label={t('add-pair.type')}>
        {(control) => (
          <select {...control} {...form.field('type')} aria-describedby={hintId}>
            <option value="letter">{t('card-type.letter')}</option>
            <option value="image">{t('card-type.image')}</option>
          </select>
        )}
      </Field>
      <Field label={t('add-pair.name')} error={form.errors.name}>
        {(control) => <input {...control} {...form.field('name')} dir="auto" autoComplete="off" required />}
      </Field>
      <Button type="submit" className="wrap" busy={form.isBusy} title={t('add-pair.submit-title')}>
        {t('add-pair.submit')}
      </Button>
      <p id={hintId} className={classNames(styles.wide, 'small muted')}>
        {t('add-pair.hint')}
      </p>
      <Added pair={form.result} />
    </form>
  );
}

/** Confirms an addition that no new tile shows because the name already existed. */
function Added({ pair }: { pair: AddedPair | undefined }) {
  const t = useTexts();
  const isNew = pair?.cardsBefore === 0;
  return (
    <>
      <Status className="sr-only">
        {pair?.isWhole && isNew && t('add-pair.added', { name: pair.name })}
      </Status>
      {pair?.isWhole && !isNew && (
        <div className={styles.wide}>
          <Message>{t('add-pair.existed', { name: pair.name, count: pair.cardsBefore + 2 })}</Message>
        </div>
      )}
    </>
  );
}
