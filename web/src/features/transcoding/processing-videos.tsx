import type { catalog } from '@larksong/contracts';
import { CircleCheck, Play } from 'lucide-react';
import { Link } from 'react-router';

import { formatInteger } from '../../lib/integers.ts';
import { useTexts } from '../../lib/texts.ts';
import { formatTimeLeft } from '../../lib/time-left.ts';
import { ButtonLink } from '../../parts/button-link.tsx';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { failureWords, showWords } from '../../parts/server-words.ts';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { CancelButton } from './cancel-button.tsx';
import { DeleteButton } from './delete-button.tsx';
import { JobProgress } from './job-progress.tsx';
import { describeSetbacks, formatMoment, formatSpeed } from './texts.ts';
import { useMovingShares } from './use-moving-shares.ts';
import { WaitingVideos } from './waiting-videos.tsx';
import styles from './transcoding.module.css';

interface ProcessingVideosProps {
  /** May be larger than the list. */
  count: number;
  videos: readonly catalog.ProcessingVideo[];
  /** Responses keep arriving: the bars move between them. */
  isMoving: boolean;
}

export function ProcessingVideos({ count, videos, isMoving }: ProcessingVideosProps) {
  const t = useTexts();
  const working = videos.filter(({ queuePosition }) => queuePosition === null);
  const waiting = videos.filter(({ queuePosition }) => queuePosition !== null);
  const toShown = useMovingShares(videos, isMoving);
  return (
    <section className={styles.jobs} aria-labelledby="processing">
      <h2 id="processing" className="row">
        {t('jobs.processing')} <Badge kind="note">{formatInteger(count)}</Badge>
      </h2>
      {videos.length === 0 && (
        <EmptyState
          icon={CircleCheck}
          level={3}
          title={t('jobs.none-processing')}
          action={
            <ButtonLink variant="plain" to={paths.upload}>
              {t('jobs.upload')}
            </ButtonLink>
          }
        />
      )}
      {working.map((video) => (
        <Job key={video.id} video={video} toShown={toShown} />
      ))}
      <WaitingVideos
        videos={waiting.toSorted((one, other) => (one.queuePosition ?? 0) - (other.queuePosition ?? 0))}
      />
      {count > videos.length && videos.length > 0 && (
        <p className="muted">{t('jobs.not-listed', { count: count - videos.length })}</p>
      )}
    </section>
  );
}

interface JobProps {
  video: catalog.ProcessingVideo;
  toShown: ReturnType<typeof useMovingShares>;
}

function Job({ video, toShown }: JobProps) {
  const t = useTexts();
  const { speed, secondsLeft, lastProblem } = video;
  return (
    <article className={classNames('panel', styles.job)}>
      <h3 dir="auto">{video.title}</h3>
      <State video={video} />
      <p className={classNames(styles.meta, styles.wide)}>
        <span>{t('jobs.started-at', { moment: formatMoment(video.startedAt) })}</span>
        <span>{t('jobs.elapsed', { minutes: video.elapsedMinutes })}</span>
        {speed !== null && <span>{formatSpeed(speed)}</span>}
        {secondsLeft !== null && <span>{formatTimeLeft(secondsLeft)}</span>}
        {describeSetbacks(video).map((text) => (
          <span key={text} className={styles.setback}>
            {text}
          </span>
        ))}
        <code>{video.id}</code>
      </p>
      <JobProgress video={video} toShown={toShown} />
      {lastProblem !== null && (
        <p className={classNames('small', styles.wide, styles.setback)}>
          {t.rich('jobs.again', { problem: showWords(failureWords(video.lastReason, lastProblem)) })}
        </p>
      )}
      <div className={classNames('row', styles.wide)}>
        <CancelButton video={video} />
        <DeleteButton video={video} slim />
      </div>
    </article>
  );
}

function State({ video }: { video: catalog.ProcessingVideo }) {
  const t = useTexts();
  if (video.playable)
    return (
      <Link className="badge good" to={paths.watch(video.id)}>
        <Play className="icon" aria-hidden />
        {t('jobs.watchable')}
      </Link>
    );
  return <Badge kind="note">{t('jobs.processing-one')}</Badge>;
}
