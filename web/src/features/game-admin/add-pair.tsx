import type { game } from '@larksong/contracts';
import { useId, useRef, useState, type FormEvent } from 'react';

import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import { TYPE_LABELS } from './names.ts';
import { useAddPair, type AddedPair } from './use-item-actions.ts';
import styles from './add-forms.module.css';

/** The form for the two cards of a pair. The type stays chosen and the name has the focus, for the next one. */
export function AddPair({ category }: { category: game.AdminCategory }) {
  const hintId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [type, setType] = useState<game.ItemType>('letter');
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const refuse = (found: string) => {
    setProblem(found);
    input.current?.focus();
  };
  const adding = useAddPair(category.id, {
    onAdded: () => {
      setName('');
      input.current?.focus();
    },
    onRefused: refuse,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (adding.isPending) return;
    const trimmed = name.trim();
    if (trimmed === '') refuse('Enter a name');
    else adding.mutate({ type, name: trimmed });
  };
  return (
    <form className={classNames(styles.add, styles.pair)} noValidate onSubmit={submit}>
      <Field label="Type">
        {(control) => (
          <select
            {...control}
            aria-describedby={hintId}
            name="type"
            value={type}
            onChange={(event) => setType(event.target.value === 'image' ? 'image' : 'letter')}
          >
            <option value="letter">{TYPE_LABELS.letter}</option>
            <option value="image">{TYPE_LABELS.image}</option>
          </select>
        )}
      </Field>
      <Field label="Name" error={problem}>
        {(control) => (
          <input
            {...control}
            ref={input}
            name="name"
            autoComplete="off"
            required
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              setProblem(undefined);
            }}
          />
        )}
      </Field>
      <Button type="submit" busy={adding.isPending}>
        Add Pair (Creates 2 Cards)
      </Button>
      <p id={hintId} className={classNames(styles.wide, 'small muted')}>
        A Letter Card shows the letter, an Image Card the picture; of two Letter Cards one shows the picture
        as soon as there is one.
      </p>
      <Added pair={adding.data} />
    </form>
  );
}

/** What was added: seen where the new tile does not tell it, since the name was there already. */
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
            {pair.name} was there already. It has {pair.cardsBefore + 2} cards now, of which a game deals two.
          </Message>
        </div>
      )}
    </>
  );
}
