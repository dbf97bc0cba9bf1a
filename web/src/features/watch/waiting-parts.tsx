import type { catalog } from '@larksong/contracts';

/** Where the player will be: the video's picture as soon as it is known. */
export function WaitingPlayer({ video }: { video: catalog.Video | undefined }) {
  return (
    <div className="player" aria-hidden>
      {video && video.thumbnail !== null && (
        <img src={video.thumbnail} alt="" width={320} height={180} fetchPriority="high" />
      )}
    </div>
  );
}

/** In the shape of what comes below the title. */
export function WaitingDetails() {
  return (
    <div className="waiting-details uploader" aria-hidden>
      <span className="avatar waiting" />
      <div>
        <div className="bone" />
        <div className="bone" />
      </div>
    </div>
  );
}
