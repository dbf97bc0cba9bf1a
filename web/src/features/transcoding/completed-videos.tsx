import type { catalog } from '@larksong/contracts';
import { Check } from 'lucide-react';
import { Link } from 'react-router';

import { formatDuration, formatList } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import { remarkWords } from '../../parts/server-words.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { EditVideoButton } from '../edit-video/edit-video-button.tsx';
import { DeleteButton } from './delete-button.tsx';
import { formatMoment } from './texts.ts';
import { VideoRow } from './video-row.tsx';
import styles from './video-rows.module.css';

export function CompletedVideos({ videos }: { videos: readonly catalog.CompletedVideo[] }) {
  const t = useTexts();
  return (
    <section className={styles.videoRows} aria-labelledby="completed">
      <h2 id="completed">{t('jobs.completed')}</h2>
      {videos.length === 0 ? (
        <p className="panel muted">{t('jobs.none-completed')}</p>
      ) : (
        <ul className="panel">
          {videos.map((video) => (
            <Completed key={video.id} video={video} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Completed({ video }: { video: catalog.CompletedVideo }) {
  const t = useTexts();
  const remarks = video.remarks ?? [];
  return (
    <VideoRow
      title={video.title}
      state={
        <>
          {remarks.length > 0 && <span>{t('jobs.notes', { count: remarks.length })}</span>}
          <span>{formatDuration(video.duration)}</span>
          <Badge kind="good">
            <Check className="icon" aria-hidden />
            {t('jobs.ready')}
          </Badge>
        </>
      }
      facts={[
        t('jobs.completed-at', { moment: formatMoment(video.completedAt) }),
        formatList(video.resolutions, 'unit'),
        <code key="id">{video.id}</code>,
      ]}
    >
      {remarks.map((remark, index) => (
        <p key={remark} className="small" {...remarkWords(video.explainedRemarks?.[index], remark)} />
      ))}
      <div className="row">
        <Link className={styles.watch} to={paths.watch(video.id)}>
          {t('jobs.watch')}
        </Link>
        <EditVideoButton video={video} slim />
        <DeleteButton video={video} slim />
      </div>
    </VideoRow>
  );
}
