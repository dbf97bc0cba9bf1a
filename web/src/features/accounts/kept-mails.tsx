import type { auth } from '@larksong/contracts';

import { formatAge, formatDate, formatWait } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import { useSession } from '../auth/session.ts';
import { CopyText } from './copy-text.tsx';
import { useKeptMails } from './use-kept-mails.ts';
import styles from './kept-mails.module.css';
import accountsStyles from './accounts.module.css';

/** Lists the mails that a superadmin passes on while there is no mail server. Renders nothing if mails are sent. */
export function KeptMails() {
  const list = useKeptMails();
  const { data } = list;
  if (data?.hasMailServer && data.mails.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="kept-mails">
      <h2 id="kept-mails">Mails</h2>
      {list.isPending && <Status className="muted small">Loading mails...</Status>}
      {list.isError && data === undefined && (
        <LoadFailed
          level={3}
          title="Mails could not be loaded"
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isRefetchError && data !== undefined && (
        <Message kind="warn">{errorSentence(list.error)} What you see may be out of date.</Message>
      )}
      {data !== undefined && (
        <>
          <p>
            {data.hasMailServer
              ? 'These mails are from before a mail server was configured.'
              : 'No mail server is configured, so no mails are sent.'}{' '}
            Give each link only to the person it is for; it works once.
          </p>
          <KeptMailList mails={data.mails} />
        </>
      )}
      {list.hasNextPage && (
        <div className={accountsStyles.accountsMore}>
          {list.isFetchNextPageError && <Message kind="bad">{errorSentence(list.error)}</Message>}
          <Button variant="plain" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {list.isFetchNextPageError ? 'Try again' : 'More mails'}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Mails to others come first, since somebody waits for them; the viewer's own are folded away below. */
function KeptMailList({ mails }: { mails: readonly auth.KeptMail[] }) {
  const { user } = useSession();
  const isOwn = ({ to }: auth.KeptMail) => to === user?.email;
  const [own, others] = [mails.filter(isOwn), mails.filter((mail) => !isOwn(mail))];
  return (
    <>
      {others.length === 0 && <p className="muted">There are no mails to pass on.</p>}
      {others.length > 0 && (
        <ul className={styles.keptMails} aria-labelledby="kept-mails">
          {others.map((mail) => (
            <KeptMailItem key={mail.id} mail={mail} />
          ))}
        </ul>
      )}
      {own.length > 0 && (
        <details>
          <summary>{own.length === 1 ? '1 mail to you' : `${own.length} mails to you`}</summary>
          <ul className={styles.keptMails} aria-label="Mails to you">
            {own.map((mail) => (
              <KeptMailItem key={mail.id} mail={mail} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function KeptMailItem({ mail }: { mail: auth.KeptMail }) {
  const { to, subject, text, link, createdAt, expiresAt } = mail;
  const [before, after = ''] = text.split(link);
  return (
    <li>
      <h3>{subject}</h3>
      <p className="muted small">
        To {to}, {formatAge(createdAt)}, {toLifetime(expiresAt)}
      </p>
      <p className={styles.keptMailText}>
        {before}
        <a href={link}>{link}</a>
        {after}
      </p>
      <fieldset className="row" aria-label={`Actions for the mail to ${to}`}>
        <CopyText what="link" text={link} />
      </fieldset>
    </li>
  );
}

const TWO_DAYS_SECONDS = 2 * 24 * 3600;

function toLifetime(expiresAt: string): string {
  const seconds = (Date.parse(expiresAt) - Date.now()) / 1000;
  return seconds < TWO_DAYS_SECONDS
    ? `kept for another ${formatWait(seconds)}`
    : `kept until ${formatDate(expiresAt)}`;
}
