import type { catalog } from '@larksong/contracts';
import { Clock } from 'lucide-react';
import { Link } from 'react-router';

import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { CancelButton } from './cancel-button.tsx';
import { DeleteButton } from './delete-button.tsx';
import { describeSetbacks, describeWaiting, formatMoment, toPercent } from './texts.ts';
import styles from './video-rows.module.css';

/** The videos on which no worker is working now, one low row each, in the order of their turns. */
export function WaitingVideos({ videos }: { videos: readonly catalog.ProcessingVideo[] }) {
  if (videos.length === 0) return null;
  return (
    <section className={styles.waiting} aria-labelledby="waiting">
      <h3 id="waiting" className="row">
        Waiting <Badge>{videos.length}</Badge>
      </h3>
      <ol className="panel">
        {videos.map((video) => (
          <Waiting key={video.id} video={video} />
        ))}
      </ol>
    </section>
  );
}

function Waiting({ video }: { video: catalog.ProcessingVideo }) {
  const { share, playable, lastProblem } = video;
  return (
    <li>
      <details>
        <summary>
          <strong dir="auto">{video.title}</strong>
          <span className={styles.state}>
            <Clock className="icon" aria-hidden />
            {describeWaiting(video)}
          </span>
        </summary>
        <div className={styles.more}>
          <p className={styles.facts}>
            <span>Started {formatMoment(video.startedAt)}</span>
            <span>{video.elapsedMinutes} min elapsed</span>
            {share > 0 && <span>{toPercent(share)} % done</span>}
            {describeSetbacks(video).map((text) => (
              <span key={text}>{text}</span>
            ))}
            <code>{video.id}</code>
          </p>
          {lastProblem !== null && <p className="small">Trying again: {lastProblem}</p>}
          <div className="row">
            {playable && (
              <Link className={styles.watch} to={paths.watch(video.id)}>
                Ready to watch
              </Link>
            )}
            <CancelButton video={video} />
            <DeleteButton video={video} slim />
          </div>
        </div>
      </details>
    </li>
  );
}
