import { catalog } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { Check, CheckCheck } from 'lucide-react';
import { Link } from 'react-router';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { formatAge } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Message } from '../../ui/message.tsx';
import { FlagPicture } from '../tell-grown-up/flag-picture.tsx';
import { PlayerErrorWords } from './player-error-words.tsx';
import styles from './flags.module.css';

/** What was told about a song, by one viewer or by several, and the button that closes it. */
export function FlagItem({ flag }: { flag: catalog.Flag }) {
  const t = useTexts();
  const { kind, video, closed, alikeCount } = flag;
  return (
    <li className={classNames('panel', styles.flag)}>
      <FlagPicture kind={kind} isSmall />
      <div className={styles.told}>
        <p>
          <strong>{t(`flag-kind.${kind}`)}</strong>
          {' · '}
          <Link to={paths.watch(video.id)}>
            <bdi>{video.title}</bdi>
          </Link>
          {alikeCount > 0 && (
            <>
              {' '}
              <Badge>{t('flags.times', { count: alikeCount + 1 })}</Badge>
            </>
          )}
        </p>
        <Told told={flag} />
        {alikeCount > 0 && <Alike flag={flag} />}
        {closed && (
          <Badge>{closed.by === '' ? t('flags.closed') : t('flags.closed-by', { name: closed.by })}</Badge>
        )}
      </div>
      {!closed && <CloseButton flag={flag} />}
    </li>
  );
}

/** What one viewer told. */
function Told({ told }: { told: Pick<catalog.Flag, 'text' | 'playerError' | 'by' | 'at'> }) {
  const t = useTexts();
  const { text, playerError, by, at } = told;
  return (
    <>
      {text !== '' && (
        <blockquote dir="auto" className={styles.text}>
          {text}
        </blockquote>
      )}
      {playerError && <PlayerErrorWords error={playerError} />}
      <p className="muted small">
        {by ? <bdi>{by.name}</bdi> : t('flags.by-somebody')} · {formatAge(at)}
      </p>
    </>
  );
}

/** What others told, as far as it is listed. */
function Alike({ flag: { alike, alikeCount } }: { flag: catalog.Flag }) {
  const t = useTexts();
  const left = alikeCount - alike.length;
  return (
    <details className={styles.alike}>
      <summary>{t('flags.alike', { count: alikeCount })}</summary>
      <ul>
        {alike.map((told) => (
          <li key={told.id}>
            <Told told={told} />
          </li>
        ))}
      </ul>
      {left > 0 && <p className="muted small">{t('flags.alike-more', { count: left })}</p>}
    </details>
  );
}

/** One press closes all that are alike and that were listed. */
function CloseButton({ flag }: { flag: catalog.Flag }) {
  const t = useTexts();
  const close = useMutation({
    mutationFn: () => {
      // What came after the newest one that is listed stays open: nobody has read it.
      const body = flag.alikeCount > 0 ? { withAlike: true, seenUntil: flag.at } : { withAlike: false };
      return call(catalog.closeFlag, { params: { id: flag.id }, body });
    },
    // The button stays busy until the list shows the effect; after a refusal, the list knows why.
    onSettled: () => invalidate(catalog.listFlags, catalog.listNotices),
  });
  const { title } = flag.video;
  const Icon = flag.alikeCount > 0 ? CheckCheck : Check;
  return (
    <div className={styles.buttons}>
      <Button
        variant="plain"
        busy={close.isPending}
        aria-label={t('flags.close-of', { title })}
        onClick={() => close.mutate()}
      >
        <Icon className="icon" aria-hidden />
        {t('flags.close')}
      </Button>
      {close.error && <Message kind="warn">{errorSentence(close.error)}</Message>}
    </div>
  );
}
