import { game } from '@larksong/contracts';
import { Plus } from 'lucide-react';

import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Status } from '../../ui/status.tsx';
import { useForm } from '../../parts/use-form.ts';
import { alertRefusal } from './content/refusal.ts';
import { refreshContent } from './content/use-content.ts';
import { addLetter } from './content/use-letter-actions.ts';
import styles from './add-forms.module.css';

/** The form for a new letter. It keeps the focus, ready for the next one. */
export function AddLetter({ onAdded }: { onAdded: (category: game.AdminCategory) => void }) {
  const form = useForm({
    defaults: { letter: '' },
    check: ({ letter }) => {
      const result = game.toLetter(letter);
      return 'problem' in result ? { letter: result.problem } : {};
    },
    send: ({ letter }) => addLetter(letter),
    onSent: async (category, { clear }) => {
      await refreshContent();
      clear('letter');
      onAdded(category);
    },
    onFailed: (error, { show }) => {
      const onRefused = (letter: string) => show({ letter });
      void alertRefusal(error, { title: 'Add letter', fallback: 'Failed to create category', onRefused });
    },
  });
  return (
    <form {...form.props} className={styles.add}>
      <Field label="New letter" error={form.errors.letter}>
        {(control) => (
          <input
            {...control}
            {...form.field('letter')}
            autoComplete="off"
            autoCapitalize="characters"
            required
          />
        )}
      </Field>
      <Button type="submit" busy={form.isBusy}>
        {!form.isBusy && <Plus className="icon" aria-hidden />}
        Add
      </Button>
      <Status className="sr-only">{form.result && `Letter ${form.result.letter} was added.`}</Status>
    </form>
  );
}
