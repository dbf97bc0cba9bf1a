import type { AdminCategory, ItemType } from '@larksong/contracts';
import { useRef, useState, type FormEvent } from 'react';

import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Status } from '../../ui/status.tsx';
import { TYPE_LABELS } from './names.ts';
import { useAddPair } from './use-item-actions.ts';
import './add-forms.css';

/** The form for the two cards of a pair. The type stays chosen and the name has the focus, for the next one. */
export function AddPair({ category }: { category: AdminCategory }) {
  const input = useRef<HTMLInputElement>(null);
  const [type, setType] = useState<ItemType>('letter');
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const adding = useAddPair(() => {
    setName('');
    input.current?.focus();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (adding.isPending) return;
    const trimmed = name.trim();
    setProblem(trimmed === '' ? 'Enter a name' : undefined);
    if (trimmed === '') input.current?.focus();
    else adding.mutate({ categoryId: category.id, type, name: trimmed });
  };
  return (
    <form className="add pair" noValidate onSubmit={submit}>
      <Field label="Type">
        {(control) => (
          <select
            {...control}
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
      <Status className="sr-only">
        {adding.isSuccess && adding.data && `${adding.variables.name} was added, with two cards.`}
      </Status>
    </form>
  );
}
