import { LANGUAGE_NAMES, type catalog } from '@larksong/contracts';
import { Check, Pencil, Play, Undo2 } from 'lucide-react';

import { createChunk, useChunk } from '../../lib/chunk.ts';
import { formatList } from '../../lib/format.ts';
import { loadWithTexts, useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { Status } from '../../ui/status.tsx';
import type { Action } from './use-work.ts';
import styles from './approvals.module.css';

/** Used when somebody wants to watch. */
const player = createChunk(() => loadWithTexts('songs', () => import('./pending-player.tsx')));

interface PendingDetailsProps {
  video: catalog.PendingVideo;
  isPlaying: boolean;
  onAct: (action: Action) => void;
}

/** What a superadmin decides from: the film, its texts, and who is going to see it. */
export function PendingDetails({ video, isPlaying, onAct }: PendingDetailsProps) {
  const t = useTexts();
  const { approval, description } = video;
  return (
    <div className={styles.details}>
      <div data-approval-player>
        {isPlaying ? (
          <LoadedPlayer video={video} />
        ) : (
          <StillPicture video={video} onPlay={() => onAct('play')} />
        )}
      </div>
      <div className={styles.facts}>
        <Audience video={video} />
        {approval.note !== null && (
          <p>
            <span className="muted small">{t('approvals.sent-back-with')}</span>{' '}
            <q dir="auto">{approval.note}</q>
          </p>
        )}
        {description !== '' && (
          <p className={styles.description} dir="auto">
            {description}
          </p>
        )}
        <Tags video={video} />
        <Actions onAct={onAct} />
      </div>
    </div>
  );
}

function Actions({ onAct }: Pick<PendingDetailsProps, 'onAct'>) {
  const t = useTexts();
  return (
    <div className={styles.actions}>
      <Button variant="plain" aria-keyshortcuts="S" onClick={() => onAct('send-back')}>
        <Undo2 className="icon points" aria-hidden />
        {t('approvals.send-back')}
      </Button>
      <Button variant="plain" aria-keyshortcuts="E" onClick={() => onAct('change')}>
        <Pencil className="icon" aria-hidden />
        {t('approvals.approve-changed')}
      </Button>
      <Button aria-keyshortcuts="A" onClick={() => onAct('approve')}>
        <Check className="icon" aria-hidden />
        {t('approvals.approve')}
      </Button>
    </div>
  );
}

function Audience({ video }: { video: catalog.PendingVideo }) {
  const t = useTexts();
  const { approval, visibility, uploaderId } = video;
  const audienceOf = (of: catalog.Visibility, userId: string | null) =>
    of === 'private' && userId === uploaderId ? t('approvals.for-uploader') : t(`approvals.for-${of}`);
  const wanted = audienceOf(approval.wantedVisibility, approval.wantedPrivateUserId);
  return (
    <p>
      {approval.state === 'widening'
        ? t.rich('approvals.audience-wider', {
            now: <strong>{audienceOf(visibility, video.privateUserId)}</strong>,
            wanted: <strong>{wanted}</strong>,
          })
        : t.rich('approvals.audience', { wanted: <strong>{wanted}</strong> })}
    </p>
  );
}

function Tags({ video: { tags, letters = [], language } }: { video: catalog.PendingVideo }) {
  const t = useTexts();
  const facts = [
    ...tags.map(({ tagType, tagValue }) => ({
      key: `${tagType} ${tagValue}`,
      name: t(`approvals.tag-${tagType}`),
      value: tagValue,
    })),
    ...(letters.length > 0
      ? [{ key: 'letters', name: t('approvals.letters'), value: formatList(letters, 'unit') }]
      : []),
    ...(language
      ? [{ key: 'language', name: t('approvals.language'), value: LANGUAGE_NAMES[language] }]
      : []),
  ];
  if (facts.length === 0) return <p className="muted small">{t('approvals.no-tags')}</p>;
  return (
    <dl className={styles.tags}>
      {facts.map(({ key, name, value }) => (
        <div key={key}>
          <dt className="muted small">{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function StillPicture({ video, onPlay }: { video: catalog.PendingVideo; onPlay: () => void }) {
  const t = useTexts();
  return (
    <div className={styles.still}>
      {video.thumbnail !== null && (
        <img src={video.thumbnail} alt="" width={640} height={360} decoding="async" />
      )}
      {video.playable && (
        <Button
          variant="play"
          aria-keyshortcuts="P"
          aria-label={t('approvals.play', { title: video.title })}
          onClick={onPlay}
        >
          <Play className="icon" aria-hidden fill="currentColor" />
        </Button>
      )}
      {!video.playable && (
        <p>{t(video.status === 'failed' ? 'approvals.is-failed' : 'approvals.is-processing')}</p>
      )}
    </div>
  );
}

function LoadedPlayer({ video }: { video: catalog.PendingVideo }) {
  const t = useTexts();
  const { loaded, hasFailed, retry } = useChunk(player);
  if (loaded) return <loaded.PendingPlayer key={video.id} id={video.id} />;
  if (!hasFailed) return <Status className="muted">{t('approvals.player-loading')}</Status>;
  return (
    <Message kind="bad">
      {t('approvals.player-failed')}
      <Button variant="plain" slim onClick={retry}>
        {t('approvals.retry')}
      </Button>
    </Message>
  );
}
