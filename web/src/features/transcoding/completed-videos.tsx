import type { catalog } from '@larksong/contracts';
import { Check } from 'lucide-react';
import { Link } from 'react-router';

import { formatDuration } from '../../lib/format.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EditVideoButton } from '../edit-video/edit-video-button.tsx';
import { DeleteButton } from './delete-button.tsx';
import { formatMoment } from './texts.ts';
import styles from './transcoding.module.css';

export function CompletedVideos({ videos }: { videos: readonly catalog.CompletedVideo[] }) {
  return (
    <section className={styles.jobs} aria-labelledby="completed">
      <h2 id="completed">Recently Completed</h2>
      {videos.length === 0 ? (
        <p className="panel muted">No completed videos yet</p>
      ) : (
        <ul className={classNames('panel', styles.doneList)}>
          {videos.map((video) => (
            <Completed key={video.id} video={video} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Completed({ video }: { video: catalog.CompletedVideo }) {
  return (
    <li className={styles.job}>
      <h3 dir="auto">
        <Link to={paths.watch(video.id)}>{video.title}</Link>
      </h3>
      <Badge kind="good">
        <Check className="icon" aria-hidden />
        Ready
      </Badge>
      <p className={classNames(styles.meta, styles.wide)}>
        <span>Completed {formatMoment(video.completedAt)}</span>
        <span>{formatDuration(video.duration)}</span>
        <span>{video.resolutions.join(', ')}</span>
        <code>{video.id}</code>
      </p>
      {video.remarks?.map((remark) => (
        <p key={remark} className={classNames('muted small', styles.wide)}>
          {remark}
        </p>
      ))}
      <div className={classNames('row', styles.wide)}>
        <EditVideoButton video={video} slim />
        <DeleteButton video={video} slim />
      </div>
    </li>
  );
}
