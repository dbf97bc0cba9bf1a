import type { FailedVideo } from '@larksong/contracts';
import { Trash2, TriangleAlert, CircleAlert } from 'lucide-react';

import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatMoment } from './texts.ts';
import { useDeleteVideo } from './use-delete-video.ts';

/** Shown only if there are any. */
export function FailedVideos({ videos }: { videos: readonly FailedVideo[] }) {
  if (videos.length === 0) return null;
  return (
    <section className="jobs" aria-labelledby="failed">
      <h2 id="failed">Recently Failed</h2>
      {videos.map((video) => (
        <Failed key={video.id} video={video} />
      ))}
    </section>
  );
}

function Failed({ video }: { video: FailedVideo }) {
  const { isDeleting, askAndDelete } = useDeleteVideo(video.id);
  return (
    <article className="panel job">
      <h3>{video.title}</h3>
      <Badge kind="bad">
        <TriangleAlert className="icon" aria-hidden />
        Failed
      </Badge>
      <p className="meta wide">
        <span>Failed {formatMoment(video.failedAt)}</span>
        <code>{video.id}</code>
      </p>
      {/* not a Message: it has stood there before, and is not read out with every refresh */}
      <p className="message bad wide">
        <CircleAlert className="icon" aria-hidden />
        <span>{video.processingError}</span>
      </p>
      <div className="row wide">
        <Button
          variant="danger"
          busy={isDeleting}
          aria-label={isDeleting ? undefined : `Delete ${video.title}`}
          onClick={() => void askAndDelete()}
        >
          {!isDeleting && <Trash2 className="icon" aria-hidden />}
          {isDeleting ? 'Deleting...' : 'Delete'}
        </Button>
      </div>
    </article>
  );
}
