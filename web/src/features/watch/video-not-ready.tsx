import type { catalog } from '@larksong/contracts';

import { Status } from '../../ui/status.tsx';

/** Stands in the player's place while there is nothing to play. */
export function VideoNotReady({ status }: { status: catalog.VideoStatus }) {
  return (
    <div className="player">
      <Status className="stopped">
        {status === 'failed' ? (
          'This video could not be prepared for watching.'
        ) : (
          <>
            <strong>This video is still being prepared.</strong>
            <span>It will start here as soon as it is ready.</span>
          </>
        )}
      </Status>
    </div>
  );
}
