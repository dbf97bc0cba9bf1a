import { game } from '@larksong/contracts';
import { Plus } from 'lucide-react';

import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Status } from '../../ui/status.tsx';
import type { FurtherPack } from '../../parts/game-cards/packs.ts';
import { useForm, type FieldErrors } from '../../parts/use-form.ts';
import { alertRefusal } from './content/refusal.ts';
import { refreshContent } from './content/use-content.ts';
import { addLetter } from './content/use-letter-actions.ts';
import styles from './add-forms.module.css';
import { explain } from '../../lib/server-sentences/texts.ts';

interface AddLetterProps {
  pack?: FurtherPack;
  onAdded: (category: game.AdminCategory) => void;
}

/** The form for a new letter. It keeps the focus, ready for the next one. */
export function AddLetter({ pack, onAdded }: AddLetterProps) {
  const t = useTexts();
  const form = useForm({
    defaults: { letter: '' },
    check: (typed) => check(typed, pack),
    send: ({ letter }) => addLetter(letter, pack),
    onSent: async (category, { clear }) => {
      await refreshContent();
      clear('letter');
      onAdded(category);
    },
    onFailed: (error, { show }) => {
      void alertRefusal(error, { what: 'letter', onRefused: (letter) => show({ letter }) });
    },
  });
  return (
    <form {...form.props} className={styles.add}>
      <Field label={t('add-letter.label')} error={form.errors.letter}>
        {(control) => (
          <input
            {...control}
            {...form.field('letter')}
            autoComplete="off"
            autoCapitalize="characters"
            required
            lang={pack}
          />
        )}
      </Field>
      <Button type="submit" busy={form.isBusy}>
        {!form.isBusy && <Plus className="icon" aria-hidden />}
        {t('add-letter.submit')}
      </Button>
      <Status className="sr-only">
        {form.result && t('add-letter.added', { letter: form.result.letter })}
      </Status>
    </form>
  );
}

function check({ letter }: { letter: string }, pack: FurtherPack): FieldErrors<{ letter: string }> {
  const result = game.toLetter(letter, pack);
  return 'problem' in result ? { letter: explain(result.problem) } : {};
}
