import type { catalog } from '@larksong/contracts';
import { Check } from 'lucide-react';
import { Link } from 'react-router';

import { formatDuration } from '../../lib/format.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { EditVideoButton } from '../edit-video/edit-video-button.tsx';
import { DeleteButton } from './delete-button.tsx';
import { formatMoment } from './texts.ts';
import { VideoRow } from './video-row.tsx';
import styles from './video-rows.module.css';

export function CompletedVideos({ videos }: { videos: readonly catalog.CompletedVideo[] }) {
  return (
    <section className={styles.videoRows} aria-labelledby="completed">
      <h2 id="completed">Recently Completed</h2>
      {videos.length === 0 ? (
        <p className="panel muted">No completed videos yet</p>
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
  const remarks = video.remarks ?? [];
  return (
    <VideoRow
      title={video.title}
      state={
        <>
          {remarks.length > 0 && <span>{remarks.length === 1 ? '1 note' : `${remarks.length} notes`}</span>}
          <span>{formatDuration(video.duration)}</span>
          <Badge kind="good">
            <Check className="icon" aria-hidden />
            Ready
          </Badge>
        </>
      }
      facts={[
        `Completed ${formatMoment(video.completedAt)}`,
        video.resolutions.join(', '),
        <code key="id">{video.id}</code>,
      ]}
    >
      {remarks.map((remark) => (
        <p key={remark} className="small">
          {remark}
        </p>
      ))}
      <div className="row">
        <Link className={styles.watch} to={paths.watch(video.id)}>
          Watch
        </Link>
        <EditVideoButton video={video} slim />
        <DeleteButton video={video} slim />
      </div>
    </VideoRow>
  );
}
