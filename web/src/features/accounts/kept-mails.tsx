import type { auth } from '@larksong/contracts';

import { formatAge, formatDate, formatWait } from '../../lib/format.ts';
import { useTexts, type Texts } from '../../lib/texts.ts';
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
  const t = useTexts();
  const list = useKeptMails();
  const { data } = list;
  if (data?.hasMailServer && data.mails.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="kept-mails">
      <h2 id="kept-mails">{t('kept-mails.title')}</h2>
      {list.isPending && <Status className="muted small">{t('kept-mails.loading')}</Status>}
      {list.isError && data === undefined && (
        <LoadFailed
          level={3}
          title={t('kept-mails.failed')}
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isRefetchError && data !== undefined && (
        <Message kind="warn">{t('list.stale', { error: errorSentence(list.error) })}</Message>
      )}
      {data !== undefined && (
        <>
          <p>{t(data.hasMailServer ? 'kept-mails.before-server' : 'kept-mails.no-server')}</p>
          <KeptMailList mails={data.mails} />
        </>
      )}
      {list.hasNextPage && (
        <div className={accountsStyles.accountsMore}>
          {list.isFetchNextPageError && <Message kind="bad">{errorSentence(list.error)}</Message>}
          <Button variant="plain" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t(list.isFetchNextPageError ? 'kept-mails.retry-more' : 'kept-mails.more')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Mails to others come first, since somebody waits for them; the viewer's own are folded away below. */
function KeptMailList({ mails }: { mails: readonly auth.KeptMail[] }) {
  const t = useTexts();
  const { user } = useSession();
  const isOwn = ({ to }: auth.KeptMail) => to === user?.email;
  const [own, others] = [mails.filter(isOwn), mails.filter((mail) => !isOwn(mail))];
  return (
    <>
      {others.length === 0 && <p className="muted">{t('kept-mails.none')}</p>}
      {others.length > 0 && (
        <ul className={styles.keptMails} aria-labelledby="kept-mails">
          {others.map((mail) => (
            <KeptMailItem key={mail.id} mail={mail} />
          ))}
        </ul>
      )}
      {own.length > 0 && (
        <details>
          <summary>{t('kept-mails.own-count', { count: own.length })}</summary>
          <ul className={styles.keptMails} aria-label={t('kept-mails.own')}>
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
  const t = useTexts();
  const { to, subject, text, link } = mail;
  const [before, after = ''] = text.split(link);
  return (
    <li>
      <h3 dir="auto">{subject}</h3>
      <p className="muted small">{toFacts(t, mail)}</p>
      <p className={styles.keptMailText} dir="auto">
        {before}
        <a href={link}>{link}</a>
        {after}
      </p>
      <fieldset className="row" aria-label={t('kept-mails.actions', { email: to })}>
        <CopyText what="link" content={link} />
      </fieldset>
    </li>
  );
}

const TWO_DAYS_SECONDS = 2 * 24 * 3600;

function toFacts(t: Texts, { to, createdAt, expiresAt }: auth.KeptMail): string {
  const facts = { email: to, age: formatAge(createdAt) };
  const seconds = (Date.parse(expiresAt) - Date.now()) / 1000;
  return seconds < TWO_DAYS_SECONDS
    ? t('kept-mails.facts-time-left', { ...facts, time: formatWait(seconds) })
    : t('kept-mails.facts-until', { ...facts, date: formatDate(expiresAt) });
}
