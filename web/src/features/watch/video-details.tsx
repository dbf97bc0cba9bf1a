import type { catalog } from '@larksong/contracts';
import type { ReactNode } from 'react';

import { formatAge, formatViews } from '../../lib/format.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';

interface VideoDetailsProps {
  video: catalog.Video;
  /** Beside the uploader: what can be done with the video. */
  actions: ReactNode;
  chips: ReactNode;
}

/** What stands below the title. */
export function VideoDetails({ video, actions, chips }: VideoDetailsProps) {
  const name = video.uploader.displayName ?? video.uploader.username;
  return (
    <>
      <div className="row apart">
        <div className="uploader">
          <Avatar name={name} />
          <div>
            <strong>{name}</strong>
            <span className="muted small">
              {formatViews(video.viewCount)} · {formatAge(video.createdAt)}
            </span>
          </div>
        </div>
        <div className="row">{actions}</div>
      </div>
      {chips}
      {(video.description !== '' || video.tags.length > 0) && (
        <div className="panel">
          {video.description !== '' && <p className="description">{video.description}</p>}
          {video.tags.length > 0 && <Tags tags={video.tags} />}
        </div>
      )}
    </>
  );
}

function Tags({ tags }: { tags: catalog.Video['tags'] }) {
  return (
    <ul className="row" aria-label="Tags">
      {tags.map(({ tagType, tagValue }) => (
        <li key={`${tagType} ${tagValue}`}>
          <Badge>{tagValue}</Badge>
        </li>
      ))}
    </ul>
  );
}
