import { LockKeyhole } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';

import { keep, readKept } from '../../lib/kept-text.ts';
import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { confirmDiscarding } from './confirm-discarding.ts';
import { endAttempt, listInnerDrafts, type InnerDraft } from './drafts.ts';
import { focusHeading } from './talk.ts';
import styles from './comments.module.css';

interface KeptTextProps {
  place: string;
  /** Why it cannot be sent. */
  note: ReactNode;
  /** Whether the note is of interest even if nothing was written. */
  isLasting?: boolean;
  children?: ReactNode;
}

/** What was typed and cannot be sent, so that it can still be copied. */
export function KeptText({ place, note, isLasting, children }: KeptTextProps) {
  const t = useTexts();
  const draft = readKept(place);
  if (draft === null && !isLasting && !children) return null;
  return (
    <div className={styles.keptText}>
      <Message icon={LockKeyhole}>
        <p>{note}</p>
        {children}
      </Message>
      {draft !== null && <TextToCopy label={t('comments.kept-label')} text={draft} />}
    </div>
  );
}

/** Everything that was typed on a page without comments, the text of a new one first. */
export function AllKept(props: Omit<KeptTextProps, 'isLasting'>) {
  const inner = listInnerDrafts(props.place);
  return (
    <>
      <KeptText {...props} isLasting={inner.length > 0} />
      {inner.map((draft) => (
        <InnerKept key={draft.place} draft={draft} />
      ))}
    </>
  );
}

/** What was typed at comments that are not listed: others have deleted them, or they are further down. */
export function KeptElsewhere({ place, listed }: { place: string; listed: ReadonlySet<string> }) {
  const t = useTexts();
  return listInnerDrafts(place)
    .filter(({ id }) => !listed.has(id))
    .map((draft) => <InnerKept key={draft.place} draft={draft} note={t('comments.kept-elsewhere')} />);
}

interface InnerKeptProps {
  draft: Omit<InnerDraft, 'id'>;
  /** Why it cannot be sent, if nothing else says so. */
  note?: string;
}

/** A reply or a change that cannot be sent, until it is given up. */
export function InnerKept({ draft: { place, kind }, note }: InnerKeptProps) {
  const t = useTexts();
  const [isDiscarded, setDiscarded] = useState(false);
  const text = readKept(place);
  if (text === null || isDiscarded) return null;
  const discard = async (): Promise<void> => {
    if (!(await confirmDiscarding())) return;
    keep(place, null);
    endAttempt(place);
    setDiscarded(true);
    focusHeading();
  };
  return (
    <div className={styles.keptText}>
      {note !== undefined && <Message icon={LockKeyhole}>{note}</Message>}
      <TextToCopy label={t(`comments.kept-${kind}`)} text={text} />
      <div className={styles.formEnd}>
        <Button variant="quiet" onClick={() => void discard()}>
          {t('comments.discard')}
        </Button>
      </div>
    </div>
  );
}

function TextToCopy({ label, text }: { label: string; text: string }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea id={id} dir="auto" readOnly className={styles.textField} value={text} />
    </div>
  );
}
