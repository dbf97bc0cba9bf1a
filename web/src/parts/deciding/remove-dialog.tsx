import { catalog } from '@larksong/contracts';
import { useState } from 'react';

import { useKeptText } from '../../lib/kept-text.ts';
import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FoundMessage } from '../../ui/found-message.tsx';
import { errorSentence } from '../error-sentence.ts';

export interface RemovalReason {
  fault: catalog.CommentFault;
  note?: string;
}

interface RemoveDialogProps {
  count: number;
  /** How many of them are changes of comments whose text from before stays. */
  changeCount?: number;
  /** Where the sentence is kept until it has been sent. */
  place: string;
  isSending: boolean;
  /** Why the last attempt failed. */
  error: Error | null;
  onRemove: (reason: RemovalReason) => void;
  onClose: () => void;
}

/** Asks why comments are removed, which their authors read. It stays open until the server has answered. */
export function RemoveDialog({ count, changeCount = 0, place, error, ...props }: RemoveDialogProps) {
  const t = useTexts();
  const { isSending, onRemove, onClose } = props;
  const isChange = count === changeCount;
  const [fault, setFault] = useState<catalog.CommentFault>('names-child');
  const note = useKeptText(place);
  return (
    <Dialog
      open
      title={t(isChange ? 'moderation.refuse-title' : 'moderation.remove-title', { count })}
      onClose={onClose}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          const trimmed = note.text.trim();
          if (!isSending) onRemove({ fault, ...(trimmed !== '' && { note: trimmed }) });
        }}
      >
        <Faults fault={fault} onChoose={setFault} />
        <Note
          note={note.text}
          onType={note.type}
          hint={t(isChange ? 'moderation.refuse-hint' : 'moderation.remove-hint')}
        />
        {changeCount > 0 && !isChange && <p className="muted small">{t('moderation.refuse-some-hint')}</p>}
        {error && <FoundMessage>{errorSentence(error)}</FoundMessage>}
        <div className="actions">
          <Button variant="plain" onClick={onClose}>
            {t('moderation.cancel')}
          </Button>
          <Button type="submit" variant="danger-solid" busy={isSending}>
            {t(isChange ? 'moderation.refuse' : 'moderation.remove')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface FaultsProps {
  fault: catalog.CommentFault;
  onChoose: (fault: catalog.CommentFault) => void;
}

function Faults({ fault, onChoose }: FaultsProps) {
  const t = useTexts();
  return (
    <fieldset>
      <legend>{t('moderation.remove-why')}</legend>
      {catalog.COMMENT_FAULTS.map((one) => (
        <label key={one} className="choice">
          <input
            type="radio"
            name="fault"
            data-autofocus={one === 'names-child' || undefined}
            checked={one === fault}
            onChange={() => onChoose(one)}
          />
          <span>{t(`moderation.fault-${one}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface NoteProps {
  note: string;
  hint: string;
  onType: (note: string) => void;
}

function Note({ note, hint, onType }: NoteProps) {
  const t = useTexts();
  return (
    <Field label={t('moderation.remove-note')} hint={hint}>
      {(control) => (
        <textarea
          {...control}
          name="note"
          dir="auto"
          maxLength={catalog.MAX_REMOVAL_NOTE}
          value={note}
          onChange={({ target }) => onType(target.value)}
        />
      )}
    </Field>
  );
}
