import { game } from '@larksong/contracts';
import { Plus } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';

import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Status } from '../../ui/status.tsx';
import { useAddLetter } from './use-letter-actions.ts';
import styles from './add-forms.module.css';

/** The form for a new letter. It keeps the focus, for the next one. */
export function AddLetter({ onAdded }: { onAdded: (category: game.AdminCategory) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const refuse = (found: string) => {
    setProblem(found);
    input.current?.focus();
  };
  const adding = useAddLetter({
    onAdded: (category) => {
      setText('');
      onAdded(category);
    },
    onRefused: refuse,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (adding.isPending) return;
    const result = game.toLetter(text);
    if ('letter' in result) adding.mutate(result.letter);
    else refuse(result.problem);
  };
  return (
    <form className={styles.add} noValidate onSubmit={submit}>
      <Field label="New letter" error={problem}>
        {(control) => (
          <input
            {...control}
            ref={input}
            name="letter"
            autoComplete="off"
            autoCapitalize="characters"
            required
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setProblem(undefined);
            }}
          />
        )}
      </Field>
      <Button type="submit" busy={adding.isPending}>
        {!adding.isPending && <Plus className="icon" aria-hidden />}
        Add
      </Button>
      <Status className="sr-only">{adding.isSuccess && `Letter ${adding.data.letter} was added.`}</Status>
    </form>
  );
}
