import { Link2 } from 'lucide-react';
import { useRef, useState, type Ref } from 'react';

import { formatDuration } from '../../../lib/format.ts';
import { text, useTexts } from '../../../lib/texts.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Status } from '../../../ui/status.tsx';

interface CopyLinkProps {
  id: string;
  /** Returns the current position of the video, in seconds. */
  readPosition: () => number;
}

/** Offers a link to the video, optionally to the current position. */
export function CopyLink({ id, readPosition }: CopyLinkProps) {
  const t = useTexts();
  const [openedAt, setOpenedAt] = useState<number | null>(null);
  return (
    <>
      <Button variant="plain" data-grown-ups onClick={() => setOpenedAt(Math.floor(readPosition()))}>
        <Link2 className="icon" aria-hidden />
        {t('copy-link.button')}
      </Button>
      {openedAt !== null && <LinkDialog id={id} seconds={openedAt} onClose={() => setOpenedAt(null)} />}
    </>
  );
}

function LinkDialog({ id, seconds, onClose }: { id: string; seconds: number; onClose: () => void }) {
  const t = useTexts();
  const [isTimed, setTimed] = useState(false);
  const [said, setSaid] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const copy = async (link: string) => {
    try {
      await navigator.clipboard.writeText(link);
      setSaid(text('copy-link.copied'));
    } catch {
      // Browsers offer no clipboard on sites without https, or if the user has blocked it.
      field.current?.select();
      setSaid(text('copy-link.blocked'));
    }
  };
  const link = toLink(id, isTimed ? seconds : 0);
  return (
    <Dialog open onClose={onClose} title={t('copy-link.title')}>
      <LinkField link={link} ref={field} />
      {seconds > 0 && (
        <label className="choice">
          <input
            type="checkbox"
            checked={isTimed}
            onChange={(event) => {
              setTimed(event.target.checked);
              setSaid('');
            }}
          />
          <span>{t('copy-link.start', { time: formatDuration(seconds) })}</span>
        </label>
      )}
      <div className="actions">
        <Button data-autofocus onClick={() => void copy(link)}>
          {t('copy-link.copy')}
        </Button>
      </div>
      <Status className="muted">{said}</Status>
    </Dialog>
  );
}

function LinkField({ link, ref }: { link: string; ref: Ref<HTMLInputElement> }) {
  const t = useTexts();
  return (
    <Field label={t('copy-link.label')}>
      {(control) => (
        <input {...control} ref={ref} readOnly value={link} onFocus={(event) => event.target.select()} />
      )}
    </Field>
  );
}

function toLink(id: string, seconds: number): string {
  const link = new URL(paths.watch(id), window.location.origin);
  if (seconds > 0) link.searchParams.set('t', String(seconds));
  return link.href;
}
