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

/** What somebody told about a song, and the buttons that close it. */
export function FlagItem({ flag }: { flag: catalog.Flag }) {
  const t = useTexts();
  const { kind, video, text, playerError, by, closed } = flag;
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
        </p>
        {text !== '' && (
          <blockquote dir="auto" className={styles.text}>
            {text}
          </blockquote>
        )}
        {playerError && <PlayerErrorWords error={playerError} />}
        <p className="muted small">
          {by ? <bdi>{by.name}</bdi> : t('flags.by-somebody')} · {formatAge(flag.at)}
        </p>
        {closed && (
          <Badge>{closed.by === '' ? t('flags.closed') : t('flags.closed-by', { name: closed.by })}</Badge>
        )}
      </div>
      {!closed && <CloseButtons flag={flag} />}
    </li>
  );
}

function CloseButtons({ flag }: { flag: catalog.Flag }) {
  const t = useTexts();
  const close = useMutation({
    mutationFn: (withAlike: boolean) =>
      call(catalog.closeFlag, { params: { id: flag.id }, body: { withAlike } }),
    // The button stays busy until the list shows the effect; after a refusal, the list knows why.
    onSettled: () => invalidate(catalog.listFlags, catalog.listNotices),
  });
  const { title } = flag.video;
  return (
    <div className={styles.buttons}>
      <Button
        variant="plain"
        busy={close.isPending && !close.variables}
        aria-label={t('flags.close-of', { title })}
        onClick={() => close.mutate(false)}
      >
        <Check className="icon" aria-hidden />
        {t('flags.close')}
      </Button>
      {flag.alikeCount > 0 && (
        <Button variant="quiet" busy={close.isPending && close.variables} onClick={() => close.mutate(true)}>
          <CheckCheck className="icon" aria-hidden />
          {t('flags.close-alike', { count: flag.alikeCount })}
        </Button>
      )}
      {close.error && <Message kind="warn">{errorSentence(close.error)}</Message>}
    </div>
  );
}
