import { auth } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { call } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import { saySaved } from '../../ui/saved.tsx';
import { thenRefresh } from './refresh-children.ts';

const NO_CLASS = '';

/** Puts a nest into a class of its owner, or takes it out again. */
export function ClassChoice({ nest }: { nest: auth.Nest }) {
  const t = useTexts();
  const { data } = useCall(auth.listClasses, {});
  const present = nest.classId ?? NO_CLASS;
  const [chosen, setChosen] = useState(present);
  const move = useMutation({
    mutationFn: (classId: string) =>
      thenRefresh(() =>
        call(auth.updateNest, { params: { id: nest.id }, body: { classId: classId || null } }),
      ),
    onSuccess: () => saySaved(),
  });
  const classes = data?.classes.filter(({ isMine }) => isMine) ?? [];
  return (
    <>
      <Field label={t('child.class')} hint={t('child.class-hint')}>
        {(control) => (
          <select {...control} value={chosen} onChange={({ target }) => setChosen(target.value)}>
            <option value={NO_CLASS}>{t('child.no-class')}</option>
            {classes.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {move.error && <Message kind="bad">{errorSentence(move.error)}</Message>}
      <Button
        variant="plain"
        disabled={chosen === present}
        busy={move.isPending}
        onClick={() => move.mutate(chosen)}
      >
        {t('child.save')}
      </Button>
    </>
  );
}
