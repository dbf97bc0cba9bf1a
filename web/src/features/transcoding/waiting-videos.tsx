import type { catalog } from '@larksong/contracts';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';

import { formatInteger } from '../../lib/integers.ts';
import { useTexts } from '../../lib/texts.ts';
import { failureWords, showWords } from '../../parts/server-words.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CancelButton } from './cancel-button.tsx';
import { DeleteButton } from './delete-button.tsx';
import { describeSetbacks, describeWaiting, formatDone, formatMoment, toRest } from './texts.ts';
import { VideoRow } from './video-row.tsx';
import styles from './video-rows.module.css';

/** Further ones are one press away, so that the page shows what comes after them. */
const FEW = 8;

/** The videos on which no worker is working now, one low row each, in the order of their turns. */
export function WaitingVideos({ videos }: { videos: readonly catalog.ProcessingVideo[] }) {
  const t = useTexts();
  const [isAll, setAll] = useState(false);
  if (videos.length === 0) return null;
  const rest = videos.slice(FEW);
  return (
    <section className={styles.videoRows} aria-labelledby="waiting">
      <h3 id="waiting" className="row">
        {t('jobs.waiting')} <Badge>{formatInteger(videos.length)}</Badge>
      </h3>
      <ol className="panel">
        {(isAll ? videos : videos.slice(0, FEW)).map((video) => (
          <Waiting key={video.id} video={video} />
        ))}
      </ol>
      {rest.length > 0 && (
        <div className="row">
          <Button variant="plain" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? t('jobs.show-fewer') : toRest(rest)}
          </Button>
        </div>
      )}
    </section>
  );
}

function Waiting({ video }: { video: catalog.ProcessingVideo }) {
  const t = useTexts();
  const { share, playable, lastProblem } = video;
  return (
    <VideoRow
      title={video.title}
      state={
        <>
          <Clock className="icon" aria-hidden />
          {describeWaiting(video)}
        </>
      }
      facts={[
        t('jobs.started-at', { moment: formatMoment(video.startedAt) }),
        t('jobs.elapsed', { minutes: video.elapsedMinutes }),
        ...(share > 0 ? [t('jobs.done', { share: formatDone(share) })] : []),
        ...describeSetbacks(video),
        <code key="id">{video.id}</code>,
      ]}
    >
      {lastProblem !== null && (
        <p className="small">
          {t.rich('jobs.again', { problem: showWords(failureWords(video.lastReason, lastProblem)) })}
        </p>
      )}
      <div className="row">
        {playable && (
          <Link className={styles.watch} to={paths.watch(video.id)}>
            {t('jobs.watchable')}
          </Link>
        )}
        <CancelButton video={video} />
        <DeleteButton video={video} slim />
      </div>
    </VideoRow>
  );
}
