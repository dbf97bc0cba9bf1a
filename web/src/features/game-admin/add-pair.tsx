import type { game } from '@larksong/contracts';
import { useId } from 'react';

import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { alertDialog } from '../../ui/dialog-host.tsx';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import { only, useForm } from '../../parts/use-form.ts';
import { TYPE_LABELS } from './content/names.ts';
import { alertRefusal } from './content/refusal.ts';
import { refreshContent } from './content/use-content.ts';
import { addPair, type AddedPair, type NewPair } from './content/use-item-actions.ts';
import styles from './add-forms.module.css';

const DEFAULTS: Pick<NewPair, 'type' | 'name'> = { type: 'letter', name: '' };
const HALF_CREATED = 'Created first card but failed to create matching pair';

/**
 * The form for the two cards of a pair. The type stays selected and the name keeps the focus, ready for the next pair.
 */
export function AddPair({ category }: { category: game.AdminCategory }) {
  const hintId = useId();
  const form = useForm({
    defaults: DEFAULTS,
    check: ({ name }) => only('name', name.trim() === '' ? 'Enter a name' : undefined),
    send: ({ type, name }) => addPair({ categoryId: category.id, type, name: name.trim() }),
    onSent: async ({ isWhole }, { clear, focus }) => {
      if (isWhole) {
        clear('name');
        focus('name');
      } else void alertDialog({ title: 'Add pair', message: HALF_CREATED });
      await refreshContent();
    },
    onFailed: (error, { show }) => {
      const onRefused = (name: string) => show({ name });
      void alertRefusal(error, { title: 'Add pair', fallback: 'Failed to create item', onRefused });
    },
  });
  return (
    <form {...form.props} className={classNames(styles.add, styles.pair)}>
      <Field label="Type">
        {(control) => (
          <select {...control} {...form.field('type')} aria-describedby={hintId}>
            <option value="letter">{TYPE_LABELS.letter}</option>
            <option value="image">{TYPE_LABELS.image}</option>
          </select>
        )}
      </Field>
      <Field label="Name" error={form.errors.name}>
        {(control) => <input {...control} {...form.field('name')} dir="auto" autoComplete="off" required />}
      </Field>
      <Button type="submit" busy={form.isBusy} title="Add word">
        Add Pair (Creates 2 Cards)
      </Button>
      <p id={hintId} className={classNames(styles.wide, 'small muted')}>
        Adds a word with its two cards. A Letter Card is the letter side, an Image Card the picture side; of
        two Letter Cards, one shows the picture as soon as there is one.
      </p>
      <Added pair={form.result} />
    </form>
  );
}

/** Confirms an addition that no new tile shows because the name already existed. */
function Added({ pair }: { pair: AddedPair | undefined }) {
  const isNew = pair?.cardsBefore === 0;
  return (
    <>
      <Status className="sr-only">
        {pair?.isWhole && isNew && `${pair.name} was added, with two cards.`}
      </Status>
      {pair?.isWhole && !isNew && (
        <div className={styles.wide}>
          <Message>
            {pair.name} already existed. It now has {pair.cardsBefore + 2} cards, of which a game deals two.
          </Message>
        </div>
      )}
    </>
  );
}
