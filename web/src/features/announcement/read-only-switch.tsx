import { auth } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { formatMoment, locale } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';

/** Makes the site read-only and ends that, whatever the announcement says. One button throughout keeps the focus. */
export function ReadOnlySwitch({ announcement }: { announcement: auth.Announcement | null }) {
  const t = useTexts();
  const isOn = announcement?.isReadOnly ?? false;
  const change = useMutation({
    mutationFn: async (isReadOnly: boolean) => {
      await call(auth.putAnnouncement, { body: { isReadOnly } });
      await invalidate(auth.getAnnouncement);
    },
  });
  return (
    <section className="panel" aria-labelledby="read-only">
      <h3 id="read-only">{t('read-only.title')}</h3>
      <Status>
        {isOn
          ? t('read-only.is-on', { since: toSince(announcement?.startedAt ?? '') })
          : t(change.isSuccess ? 'read-only.has-ended' : 'read-only.is-off')}
      </Status>
      {change.isError && <Message kind="bad">{errorSentence(change.error)}</Message>}
      <p className="muted small">{t('read-only.always')}</p>
      <div className="row">
        <Button
          variant={isOn ? 'solid' : 'plain'}
          busy={change.isPending}
          onClick={() => change.mutate(!isOn)}
        >
          {t(isOn ? 'read-only.end' : 'read-only.start')}
        </Button>
      </div>
    </section>
  );
}

/** Returns the time of today, `21:26`, otherwise the date as well. */
function toSince(iso: string): string {
  const since = new Date(iso);
  const isToday = since.toDateString() === new Date().toDateString();
  return isToday ? since.toLocaleTimeString(locale(), { timeStyle: 'short' }) : formatMoment(iso);
}
