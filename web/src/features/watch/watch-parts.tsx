import type { catalog } from '@larksong/contracts';
import { useState } from 'react';
import { Link } from 'react-router';

import { formatAge } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import { paths } from '../../paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LazyComments } from '../comments/lazy-comments.tsx';
import { EditVideoButton } from '../edit-video/edit-video-button.tsx';
import { LazyPlayer } from '../player/lazy-player.tsx';
import { FrameStatus, PlayerFrame } from '../player/player-frame.tsx';
import { AddToListButton } from '../song-lists/add/add-to-list-button.tsx';
import { CopyLink } from '../videos/one-video/copy-link.tsx';
import { LazyFlag } from '../tell-grown-up/lazy-flag.tsx';
import { LazyApproval } from '../videos/one-video/lazy-approval.tsx';
import { FilterChips } from '../videos/filters/filter-chips.tsx';
import { toFilterText, type VideoFilter } from '../videos/filters/filters.ts';
import { OpinionButtons } from '../videos/one-video/opinion-buttons.tsx';
import { useChips } from '../videos/filters/use-chips.ts';
import { ViewsAndAge } from '../videos/one-video/views-and-age.tsx';
import { useRelated } from '../videos/use-related.ts';
import { SongLetters } from './song-letters.tsx';
import { useWatching, type Watched } from './use-watching.ts';
import { WaitingPlayer } from './waiting-parts.tsx';
import styles from './watch-parts.module.css';

/** The player; until its stream can be requested, the video's picture. */
export function WatchPlayer({ open, position }: Watched) {
  const { query, video } = open;
  const related = useRelated(open.id);
  const { start, onPlayback } = useWatching(open, position);
  if (video && !video.playable) return <VideoNotReady video={video} />;
  if (video && start)
    return (
      <LazyPlayer
        video={video}
        next={related.data?.videos ?? []}
        onward={video.letters?.length ? <SongLetters letters={video.letters} isAtEnd /> : null}
        start={start}
        onPlayback={onPlayback}
        onRetry={query.refetch}
      />
    );
  return <WaitingPlayer id={open.id} video={video} />;
}

/** Replaces the player while there is nothing to play. */
function VideoNotReady({ video }: { video: catalog.Video }) {
  const t = useTexts();
  return (
    <PlayerFrame thumbnail={null} size={video}>
      <FrameStatus>
        {video.status === 'failed' ? (
          t('video.impossible')
        ) : (
          <>
            <strong>{t('video.not-ready')}</strong>
            <span>{t('video.not-ready-hint')}</span>
          </>
        )}
      </FrameStatus>
    </PlayerFrame>
  );
}

interface WatchDetailsProps {
  video: catalog.Video;
  /** Returns the player's position, in seconds. */
  readPosition: () => number;
  onChoose: (filter: VideoFilter) => void;
}

/** The details and actions below the title of a video. */
export function WatchDetails({ video, readPosition, onChoose }: WatchDetailsProps) {
  const t = useTexts();
  const chips = useChips(null);
  // Empty if the uploader's account was deleted.
  const name = video.uploader.displayName ?? video.uploader.username;
  return (
    <>
      {video.approval && <LazyApproval approval={video.approval} place="page" />}
      {video.letters?.length ? <SongLetters letters={video.letters} /> : null}
      <div className="row apart">
        <div className="uploader">
          {name !== '' && <Avatar name={name} />}
          <div>
            {name !== '' && <strong dir="auto">{name}</strong>}
            <ViewsAndAge viewCount={video.viewCount} age={formatAge(video.createdAt)} />
          </div>
        </div>
        <div className={classNames('row', styles.buttons)}>
          <OpinionButtons video={video}>
            <AddToListButton ids={[video.id]} subject={video.title} label={t('video.add-to-list')} />
            <CopyLink id={video.id} readPosition={readPosition} />
            <EditVideoButton video={video} asksByTouch />
          </OpinionButtons>
        </div>
      </div>
      <FilterChips isOneLine chips={chips} chosen={null} onChoose={onChoose} />
      <About video={video} />
      {video.status !== 'failed' && (
        <div className={styles.flag}>
          <LazyFlag video={video} />
        </div>
      )}
    </>
  );
}

/** What is written about the video. */
function About({ video: { description, tags } }: { video: catalog.Video }) {
  if (description === '' && tags.length === 0) return null;
  return (
    <div className="panel">
      {description !== '' && (
        <p className={styles.description} dir="auto">
          {description}
        </p>
      )}
      {tags.length > 0 && <Tags tags={tags} />}
    </div>
  );
}

/**
 * The comments, for members of a site that has some. They stay until the page is left: somebody may be writing. Of a video
 * that is gone, there is only what was written and not sent.
 */
export function WatchComments({ open: { id, query, isAbsent } }: Pick<Watched, 'open'>) {
  const [isOn, setOn] = useState(false);
  const hasComments = query.data?.hasComments === true || (isAbsent && hasDrafts(id));
  if (hasComments && !isOn) setOn(true);
  return isOn && <LazyComments videoId={id} isAbsent={isAbsent} />;
}

/** Returns whether somebody wrote about a video in this tab. Who it was is for the comments to find out. */
function hasDrafts(videoId: string): boolean {
  try {
    return Object.keys(sessionStorage).some((key) => key.startsWith('comments ') && key.includes(videoId));
  } catch {
    return false; // the browser forbids storage
  }
}

function Tags({ tags }: { tags: catalog.Video['tags'] }) {
  const t = useTexts();
  return (
    <ul className="row" aria-label={t('video.tags')}>
      {tags.map(({ tagType, tagValue }) => (
        <li key={`${tagType} ${tagValue}`}>
          <Link
            className={classNames('chip', styles.tag)}
            dir="auto"
            to={paths.songsOf(toFilterText({ kind: tagType, value: tagValue }) ?? '')}
          >
            {tagValue}
          </Link>
        </li>
      ))}
    </ul>
  );
}
