import type { Video } from '@larksong/contracts';
import type { ReactNode } from 'react';

import { formatAge, formatViews } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';

interface VideoDetailsProps {
  video: Video;
  chips: ReactNode;
}

/** What stands below the player. */
export function VideoDetails({ video, chips }: VideoDetailsProps) {
  const name = video.uploader.displayName ?? video.uploader.username;
  return (
    <>
      <h1>{video.title}</h1>
      <div className="row apart">
        <div className="uploader">
          <span className="avatar" aria-hidden>
            {toInitial(name)}
          </span>
          <div>
            <strong>{name}</strong>
            <span className="muted small">
              {formatViews(video.viewCount)} · {formatAge(video.createdAt)}
            </span>
          </div>
        </div>
      </div>
      {chips}
      {(video.description !== '' || video.tags.length > 0) && (
        <div className="panel">
          {video.description !== '' && <p className="description">{video.description}</p>}
          {video.tags.length > 0 && (
            <ul className="row" aria-label="Tags">
              {video.tags.map(({ tagType, tagValue }) => (
                <li key={`${tagType} ${tagValue}`}>
                  <Badge>{tagValue}</Badge>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </>
  );
}

/** The first character of a name, also where it needs more than one code unit. */
function toInitial(name: string): string {
  return (Array.from(name.trim())[0] ?? '?').toUpperCase();
}
