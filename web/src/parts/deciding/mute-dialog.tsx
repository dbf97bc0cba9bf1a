import { catalog } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Message } from '../../ui/message.tsx';
import { saySaved } from '../../ui/saved.tsx';

interface MuteDialogProps {
  /** `mute` is null where it is not known; then it has to be chosen. */
  author: { id: string; name: string; mute: catalog.Mute | null };
  onClose: () => void;
}

/** Chooses whether an author's comments need an approval, or are refused. */
export function MuteDialog({ author, onClose }: MuteDialogProps) {
  const t = useTexts();
  const [mute, setMute] = useState<catalog.Mute | null>(author.mute === 'none' ? 'approval' : author.mute);
  const save = useMutation({
    mutationFn: (chosen: catalog.Mute) =>
      call(catalog.muteAuthor, { params: { id: author.id }, body: { mute: chosen } }),
    onSuccess: async () => {
      await invalidate(catalog.listModeration, catalog.listMutedAuthors);
      saySaved();
      onClose();
    },
  });
  return (
    <Dialog open title={t('moderation.mute-title', { name: author.name })} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!save.isPending && mute !== null) save.mutate(mute);
        }}
      >
        <Choices mute={mute} onChoose={setMute} />
        {save.error && <Message kind="bad">{errorSentence(save.error)}</Message>}
        <div className="actions">
          <Button variant="plain" onClick={onClose}>
            {t('moderation.cancel')}
          </Button>
          <Button type="submit" busy={save.isPending} disabled={mute === null}>
            {t('moderation.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface ChoicesProps {
  mute: catalog.Mute | null;
  onChoose: (mute: catalog.Mute) => void;
}

function Choices({ mute, onChoose }: ChoicesProps) {
  const t = useTexts();
  return (
    <fieldset>
      <legend className="sr-only">{t('moderation.mute')}</legend>
      {catalog.MUTES.map((one) => (
        <label key={one} className="choice">
          <input
            type="radio"
            name="mute"
            data-autofocus={one === (mute ?? 'none') || undefined}
            checked={one === mute}
            onChange={() => onChoose(one)}
          />
          <span>
            {t(`moderation.mute-${one}`)}
            <small>{t(`moderation.mute-${one}-hint`)}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
