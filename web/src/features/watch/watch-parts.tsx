import type { catalog } from '@larksong/contracts';

import { EditVideoButton } from '../edit-video/edit-video-button.tsx';
import { LazyPlayer } from '../player/lazy-player.tsx';
import { CopyLink } from '../videos/copy-link.tsx';
import { FilterChips } from '../videos/filter-chips.tsx';
import type { VideoFilter } from '../videos/filters.ts';
import { OpinionButtons } from '../videos/opinion-buttons.tsx';
import { PlayerPlace, type PlayableProps } from '../videos/player-place.tsx';
import { useChips } from '../videos/use-chips.ts';
import { VideoDetails } from './video-details.tsx';
import type { WatchedProps } from './watch-view.tsx';

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
