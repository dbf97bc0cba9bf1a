import type { catalog } from '@larksong/contracts';
import { CircleCheck, Clock, Play } from 'lucide-react';
import { Link } from 'react-router';

import { formatTimeLeft } from '../../lib/time-left.ts';
import { ButtonLink } from '../../parts/button-link.tsx';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { DeleteButton } from './delete-button.tsx';
import { formatMoment, formatQueuePosition, formatSpeed, toPercent } from './texts.ts';
import { useMovingShares } from './use-moving-shares.ts';
import styles from './transcoding.module.css';

interface ProcessingVideosProps {
  /** May be larger than the list. */
  count: number;
  videos: readonly catalog.ProcessingVideo[];
  /** Responses keep arriving: the bars move between them. */
  isMoving: boolean;
}

export function ProcessingVideos({ count, videos, isMoving }: ProcessingVideosProps) {
  const toShown = useMovingShares(videos, isMoving);
  return (
    <section className={styles.jobs} aria-labelledby="processing">
      <h2 id="processing" className="row">
        Currently Processing <Badge kind="note">{count}</Badge>
      </h2>
      {videos.length === 0 && (
        <EmptyState
          icon={CircleCheck}
          level={3}
          title="No videos currently processing"
          action={
            <ButtonLink variant="plain" to={paths.upload}>
              Upload Video
            </ButtonLink>
          }
        />
      )}
      {videos.map((video) => (
        <Job key={video.id} video={video} toShown={toShown} />
      ))}
    </section>
  );
}

interface JobProps {
  video: catalog.ProcessingVideo;
  toShown: ReturnType<typeof useMovingShares>;
}

function Job({ video, toShown }: JobProps) {
  const { queuePosition, speed, secondsLeft, rungs, stage } = video;
  return (
    <article className={classNames('panel', styles.job)}>
      <h3>{video.title}</h3>
      <State video={video} />
      <p className={classNames(styles.meta, styles.wide)}>
        <span>Started {formatMoment(video.startedAt)}</span>
        <span>{video.elapsedMinutes} min elapsed</span>
        {speed !== null && <span>{formatSpeed(speed)}</span>}
        {secondsLeft !== null && <span>{formatTimeLeft(secondsLeft)}</span>}
        <code>{video.id}</code>
      </p>
      {queuePosition === null && (
        <div className={styles.wide}>
          <p className="row apart small">
            <span>{stage}</span>
            {rungs.length > 0 && (
              <span className={classNames('muted', styles.doneShare)}>
                {toPercent(toShown(video))} % done
              </span>
            )}
          </p>
          <div className={styles.rungs}>
            {rungs.length === 0 ? (
              <Bar label="Overall progress" share={toShown(video)} />
            ) : (
              rungs.map((rung) => (
                <Bar key={rung.resolution} label={rung.resolution} share={toShown(video, rung)} />
              ))
            )}
          </div>
        </div>
      )}
      <div className={classNames('row', styles.wide)}>
        <DeleteButton video={video} slim />
      </div>
    </article>
  );
}

function State({ video }: { video: catalog.ProcessingVideo }) {
  if (video.playable)
    return (
      <Link className="badge good" to={paths.watch(video.id)}>
        <Play className="icon" aria-hidden />
        Ready to watch
      </Link>
    );
  if (video.queuePosition !== null)
    return (
      <Badge>
        <Clock className="icon" aria-hidden />
        {formatQueuePosition(video.queuePosition)}
      </Badge>
    );
  return <Badge kind="note">Processing</Badge>;
}

function Bar({ label, share }: { label: string; share: number }) {
  const percent = toPercent(share);
  return (
    <div className={classNames(styles.rung, percent === 100 && styles.done)}>
      <div>
        <strong>{label}</strong>
        <span className="muted">{percent === 100 ? 'Ready' : `${percent} %`}</span>
      </div>
      {/* In thousandths, so that it moves smoothly. */}
      <progress max={1000} value={Math.round(share * 1000)} aria-label={label} />
    </div>
  );
}
