import { catalog } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { useCall } from '../../api/queries.ts';
import { formatAge } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { PlayerErrorWords } from '../flags/player-error-words.tsx';
import { FlagPicture } from '../tell-grown-up/flag-picture.tsx';
import styles from './nest-flags.module.css';

interface NestFlagsProps {
  /** The id of the nest, or of a class for those of its nests. */
  id: string;
  isSeen?: boolean;
}

/** What a child told about songs; nothing if there is nothing, or while it is not known. */
export function NestFlags({ id, isSeen = true }: NestFlagsProps) {
  const t = useTexts();
  const titleId = useId();
  const { data } = useCall(catalog.listNestFlags, { params: { id } }, { enabled: isSeen, staleTime: 0 });
  const flags = data?.flags ?? [];
  if (flags.length === 0) return null;
  return (
    <section className={styles.told} aria-labelledby={titleId}>
      <h3 id={titleId}>{t('children.told')}</h3>
      <ul>
        {flags.map((flag) => (
          <Told key={flag.id} id={id} flag={flag} />
        ))}
      </ul>
    </section>
  );
}

function Told({ id, flag }: { id: string; flag: catalog.NestFlag }) {
  const t = useTexts();
  const { kind, video, playerError } = flag;
  const close = useMutation({
    mutationFn: () => call(catalog.closeNestFlag, { params: { id, flagId: flag.id } }),
    onSettled: () => invalidate(catalog.listNestFlags),
  });
  const title = video?.title ?? t('children.told-gone');
  return (
    <li>
      <FlagPicture kind={kind} isSmall />
      <div>
        <p>
          <strong>{t(`flag-kind.${kind}`)}</strong>
          {' · '}
          {video ? (
            <Link to={paths.watch(video.id)}>
              <bdi>{title}</bdi>
            </Link>
          ) : (
            title
          )}
        </p>
        {playerError && <PlayerErrorWords error={playerError} />}
        <p className="muted small">{formatAge(flag.at)}</p>
        {close.error && <Message kind="warn">{errorSentence(close.error)}</Message>}
      </div>
      <Button
        variant="plain"
        busy={close.isPending}
        aria-label={t('children.told-close-of', { title })}
        onClick={() => close.mutate()}
      >
        <Check className="icon" aria-hidden />
        {t('children.told-close')}
      </Button>
    </li>
  );
}
