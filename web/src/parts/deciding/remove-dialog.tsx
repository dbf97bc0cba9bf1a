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
  /** Where the sentence is kept until it has been sent. */
  place: string;
  isSending: boolean;
  /** Why the last attempt failed. */
  error: Error | null;
  onRemove: (reason: RemovalReason) => void;
  onClose: () => void;
}

/** Asks why comments are removed, which their authors read. It stays open until the server has answered. */
export function RemoveDialog({ count, place, isSending, error, onRemove, onClose }: RemoveDialogProps) {
  const t = useTexts();
  const [fault, setFault] = useState<catalog.CommentFault>('names-child');
  const note = useKeptText(place);
  return (
    <Dialog open title={t('moderation.remove-title', { count })} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          const trimmed = note.text.trim();
          if (!isSending) onRemove({ fault, ...(trimmed !== '' && { note: trimmed }) });
        }}
      >
        <Faults fault={fault} onChoose={setFault} />
        <Note note={note.text} onType={note.type} />
        {error && <FoundMessage>{errorSentence(error)}</FoundMessage>}
        <div className="actions">
          <Button variant="plain" onClick={onClose}>
            {t('moderation.cancel')}
          </Button>
          <Button type="submit" variant="danger-solid" busy={isSending}>
            {t('moderation.remove')}
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

function Note({ note, onType }: { note: string; onType: (note: string) => void }) {
  const t = useTexts();
  return (
    <Field label={t('moderation.remove-note')} hint={t('moderation.remove-hint')}>
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
