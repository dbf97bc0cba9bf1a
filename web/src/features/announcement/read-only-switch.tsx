import { auth } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { formatMoment } from '../../lib/format.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';

/** Makes the site read-only and ends that, whatever the announcement says. One button throughout keeps the focus. */
export function ReadOnlySwitch({ announcement }: { announcement: auth.Announcement | null }) {
  const isOn = announcement?.isReadOnly ?? false;
  const change = useMutation({
    mutationFn: async (isReadOnly: boolean) => {
      await call(auth.putAnnouncement, { body: { isReadOnly } });
      await invalidate(auth.getAnnouncement);
    },
  });
  return (
    <section className="panel" aria-labelledby="read-only">
      <h3 id="read-only">Read-only</h3>
      <Status>
        {isOn
          ? `Read-only since ${toSince(announcement?.startedAt ?? '')}. Uploads, edits, likes and registrations are off, and people see the announcement instead, or a sentence about maintenance.`
          : `${change.isSuccess ? 'Ended. ' : ''}People can use everything.`}
      </Status>
      {change.isError && <Message kind="bad">{errorSentence(change.error)}</Message>}
      <p className="muted small">Watching and playing always work.</p>
      <div className="row">
        <Button
          variant={isOn ? 'solid' : 'plain'}
          busy={change.isPending}
          onClick={() => change.mutate(!isOn)}
        >
          {isOn ? 'End now' : 'Make the site read-only'}
        </Button>
      </div>
    </section>
  );
}

/** Returns the time of today, `21:26`, otherwise the date as well. */
function toSince(iso: string): string {
  const since = new Date(iso);
  const isToday = since.toDateString() === new Date().toDateString();
  return isToday ? since.toLocaleTimeString('en-GB', { timeStyle: 'short' }) : formatMoment(iso);
}
