import type { Video } from '@larksong/contracts';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';

import { formatDuration } from '../../lib/format.ts';

interface ThumbnailProps {
  video: Pick<Video, 'thumbnail' | 'duration'>;
  /** Wanted at once; the others wait until they are about to be seen. */
  isEager?: boolean;
}

export function Thumbnail({ video, isEager = false }: ThumbnailProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const { thumbnail } = video;
  return (
    <span className="thumb">
      {thumbnail === null || thumbnail === failed ? (
        <span className="none">
          <ImageOff className="icon" aria-hidden />
          No thumbnail
        </span>
      ) : (
        <img
          src={thumbnail}
          alt=""
          width={320}
          height={180}
          loading={isEager ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setFailed(thumbnail)}
        />
      )}
      <span className="time">{formatDuration(video.duration)}</span>
    </span>
  );
}
