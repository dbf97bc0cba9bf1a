import { catalog, isBlank } from '@larksong/contracts';
import { useRef, useState, type SubmitEvent } from 'react';

import { useKeptText } from '../../lib/kept-text.ts';
import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';

interface SendBackDialogProps {
  videos: readonly catalog.PendingVideo[];
  /** Where the sentence is kept until it has been sent. */
  place: string;
  onSend: (note: string) => void;
  onClose: () => void;
}

/** Asks what should be different, which the teachers will read. */
export function SendBackDialog({ videos, place, onSend, onClose }: SendBackDialogProps) {
  const t = useTexts();
  const { text: note, type: keepNote } = useKeptText(place);
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isBlank(note)) return onSend(note.trim());
    setError(t('approvals.note-missing'));
    return form.current?.querySelector('textarea')?.focus();
  };
  const type = (typed: string) => {
    keepNote(typed);
    setError(undefined);
  };
  const isWidening = videos.every(({ approval }) => approval.state === 'widening');
  return (
    <Dialog open title={t('approvals.send-back')} onClose={onClose}>
      <form ref={form} className="stack" noValidate onSubmit={submit}>
        <p dir="auto">
          <strong>
            {videos.length === 1 ? videos[0]?.title : t('approvals.videos', { count: videos.length })}
          </strong>
        </p>
        <NoteField {...{ note, error, isWidening }} onType={type} />
        <div className="actions">
          <Button variant="plain" onClick={onClose}>
            {t('approvals.cancel')}
          </Button>
          <Button type="submit">{t('approvals.send-back-confirm')}</Button>
        </div>
      </form>
    </Dialog>
  );
}

interface NoteFieldProps {
  note: string;
  error: string | undefined;
  /** Whether only a wider visibility is declined. */
  isWidening: boolean;
  onType: (note: string) => void;
}

function NoteField({ note, error, isWidening, onType }: NoteFieldProps) {
  const t = useTexts();
  const hint = t(isWidening ? 'approvals.note-hint-wider' : 'approvals.note-hint');
  return (
    <Field label={t('approvals.note')} hint={hint} error={error}>
      {(control) => (
        <textarea
          {...control}
          name="note"
          dir="auto"
          data-autofocus
          maxLength={catalog.MAX_APPROVAL_NOTE}
          value={note}
          onChange={(event) => onType(event.target.value)}
        />
      )}
    </Field>
  );
}
