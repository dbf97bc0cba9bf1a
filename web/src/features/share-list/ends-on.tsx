import type { catalog } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { saySaved } from '../../ui/saved.tsx';
import { changeLink, toDay, toEnd } from './links.ts';

/** The last day of a link, which is saved by its button: keys change a date part by part. */
export function EndsOn({ listId, link }: { listId: string; link: catalog.ListLink }) {
  const t = useTexts();
  const { day, isChanged, type, save } = useDay(listId, link);
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Field
        label={t('share.ends-on')}
        hint={day === '' ? t('share.ends-never') : undefined}
        error={save.error && errorSentence(save.error)}
      >
        {(control) => (
          <input {...control} type="date" value={day} onChange={({ target }) => type(target.value)} />
        )}
      </Field>
      {isChanged && (
        <Button type="submit" variant="plain" busy={save.isPending}>
          {t('share.save')}
        </Button>
      )}
    </form>
  );
}

function useDay(listId: string, link: catalog.ListLink) {
  const saved = toDay(link.endsAt);
  const [typed, setTyped] = useState<string | null>(null);
  const day = typed ?? saved;
  const save = useMutation({
    mutationFn: () => changeLink(listId, link.id, { endsAt: toEnd(day) }),
    onSuccess: () => {
      setTyped(null);
      saySaved();
    },
  });
  const type = (text: string) => {
    setTyped(text);
    save.reset();
  };
  return { day, isChanged: day !== saved, type, save };
}
