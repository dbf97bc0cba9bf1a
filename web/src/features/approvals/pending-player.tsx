import { useTexts } from '../../lib/texts.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { LazyPlayer } from '../player/lazy-player.tsx';
import { FrameStatus, PlayerFrame } from '../player/player-frame.tsx';
import { useVideo } from '../videos/one-video/use-video.ts';

/** Plays a video that waits. Nothing is counted as a view. */
export function PendingPlayer({ id }: { id: string }) {
  const t = useTexts();
  const { query, video, isCurrent } = useVideo(id);
  if (video && isCurrent)
    return (
      <LazyPlayer
        video={video}
        next={[]}
        start={{ seconds: 0, isResumed: false }}
        onPlayback={() => undefined}
        onRetry={query.refetch}
      />
    );
  if (query.isError)
    return (
      <LoadFailed
        level={3}
        title={t('video.failed')}
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  return (
    <PlayerFrame thumbnail={video?.thumbnail ?? null} size={video ?? {}}>
      <FrameStatus>{t('video.loading')}</FrameStatus>
    </PlayerFrame>
  );
}
