import type { ProcessingVideo } from '@larksong/contracts';
import { CircleCheck, Clock, Play } from 'lucide-react';
import { Link } from 'react-router';

import { formatTimeLeft } from '../../lib/time-left.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatMoment, formatQueuePosition, formatSpeed, toPercent } from './texts.ts';

interface ProcessingVideosProps {
  /** May be more than are listed. */
  count: number;
  videos: readonly ProcessingVideo[];
}

export function ProcessingVideos({ count, videos }: ProcessingVideosProps) {
  return (
    <section className="jobs" aria-labelledby="processing">
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
        <Job key={video.id} video={video} />
      ))}
    </section>
  );
}

function Job({ video }: { video: ProcessingVideo }) {
  const { queuePosition, speed, secondsLeft } = video;
  return (
    <article className="panel job">
      <h3>{video.title}</h3>
      <State video={video} />
      <p className="meta wide">
        <span>Started {formatMoment(video.startedAt)}</span>
        <span>{video.elapsedMinutes} min elapsed</span>
        {speed !== null && <span>{formatSpeed(speed)}</span>}
        {secondsLeft !== null && <span>{formatTimeLeft(secondsLeft)}</span>}
        <code>{video.id}</code>
      </p>
      {queuePosition === null && (
        <div className="rungs wide">
          {video.rungs.length === 0 ? (
            <Bar label={video.stage} share={video.share} />
          ) : (
            video.rungs.map((rung) => (
              <Bar key={rung.resolution} label={rung.resolution} share={rung.share} />
            ))
          )}
        </div>
      )}
    </article>
  );
}

function State({ video }: { video: ProcessingVideo }) {
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
    <div className={classNames('rung', percent === 100 && 'done')}>
      <div>
        <strong>{label}</strong>
        <span className="muted">{percent === 100 ? 'Ready' : `${percent} %`}</span>
      </div>
      <progress max={100} value={percent} aria-label={label} />
    </div>
  );
}
