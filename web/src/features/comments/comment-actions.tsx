import type { catalog } from '@larksong/contracts';
import { Flag, Reply } from 'lucide-react';
import { useState } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { MuteButton } from './mute-button.tsx';
import { RemoveButton } from './remove-button.tsx';
import { ReportDialog } from './report-dialog.tsx';
import { focusComment, type Talk } from './talk.ts';
import { useDeletion } from './use-deletion.ts';
import { useIsUntil } from './use-is-until.ts';
import styles from './comments.module.css';

interface CommentActionsProps {
  one: catalog.Reply;
  talk: Talk;
  /** Undefined if the viewer cannot reply. */
  onReply: (() => void) | undefined;
  onChange: () => void;
}

/** What the viewer can do with a comment. */
export function CommentActions({ one, talk, onReply, onChange }: CommentActionsProps) {
  const t = useTexts();
  const name = one.author.name;
  return (
    <div className={styles.acts}>
      {onReply && (
        <Button variant="quiet" aria-label={t('comments.reply-to', { name })} onClick={onReply}>
          <Reply className="icon points" aria-hidden />
          {t('comments.reply')}
        </Button>
      )}
      {one.isOwn ? (
        <OwnActions one={one} talk={talk} onChange={onChange} />
      ) : (
        <Report one={one} talk={talk} />
      )}
      {talk.mayRemove && !one.isOwn && (
        <>
          <MuteButton author={one.author} />
          <RemoveButton one={one} talk={talk} />
        </>
      )}
    </div>
  );
}

function OwnActions({ one, talk, onChange }: Omit<CommentActionsProps, 'onReply'>) {
  const t = useTexts();
  const isEditable = useIsUntil(one.editableUntil);
  const deletion = useDeletion(one, talk);
  return (
    <>
      {isEditable && one.state !== 'removed' && (
        <Button variant="quiet" onClick={onChange}>
          {t('comments.change')}
        </Button>
      )}
      <Button variant="danger" slim busy={deletion.isDeleting} onClick={() => void deletion.ask()}>
        {t(one.state === 'waiting' ? 'comments.withdraw' : 'comments.delete')}
      </Button>
    </>
  );
}

/** What was reported on this page, and by which account: the next one to sign in has reported nothing. */
const reported = new Set<string>();

function Report({ one, talk }: { one: catalog.Reply; talk: Talk }) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  const mark = talk.placeOf(`report ${one.id}`);
  const [isReported, setReported] = useState(reported.has(mark));
  if (isReported) return <p className={styles.reported}>{t('comments.reported')}</p>;
  return (
    <>
      <Button
        variant="quiet"
        aria-haspopup="dialog"
        aria-label={t('comments.report-of', { name: one.author.name })}
        onClick={() => setOpen(true)}
      >
        <Flag className="icon" aria-hidden />
        {t('comments.report')}
      </Button>
      {isOpen && (
        <ReportDialog
          id={one.id}
          onClose={() => setOpen(false)}
          onReported={() => {
            reported.add(mark);
            setOpen(false);
            setReported(true);
            talk.say(t('comments.report-sent'));
            focusComment(one.id); // the button is gone
          }}
        />
      )}
    </>
  );
}
