import type { catalog } from '@larksong/contracts';

import { EditVideoButton } from '../features/edit-video/edit-video-button.tsx';
import { LazyPlayer } from '../features/player/lazy-player.tsx';
import { CopyLink } from '../features/videos/copy-link.tsx';
import { FilterChips } from '../features/videos/filter-chips.tsx';
import type { VideoFilter } from '../features/videos/filters.ts';
import { OpinionButtons } from '../features/videos/opinion-buttons.tsx';
import { PlayerPlace, type PlayableProps } from '../features/videos/player-place.tsx';
import { useChips } from '../features/videos/use-chips.ts';
import { VideoDetails } from '../features/videos/video-details.tsx';
import type { WatchedProps } from '../features/videos/watch.tsx';

/** What plays the video. */
export function WatchPlayer(props: WatchedProps) {
  return <PlayerPlace {...props} renderPlayer={renderPlayer} />;
}

function renderPlayer(props: PlayableProps) {
  return <LazyPlayer {...props} />;
}

interface WatchDetailsProps extends WatchedProps {
  video: catalog.Video;
  onChoose: (filter: VideoFilter) => void;
}

/** What is known of the video, and what can be done with it. */
export function WatchDetails({ video, position, onChoose }: WatchDetailsProps) {
  const chips = useChips(null);
  return (
    <VideoDetails
      video={video}
      actions={
        <>
          <OpinionButtons video={video} />
          <CopyLink id={video.id} readPosition={position.get} />
          <EditVideoButton video={video} />
        </>
      }
      chips={<FilterChips isOneLine chips={chips} chosen={null} onChoose={onChoose} />}
    />
  );
}
