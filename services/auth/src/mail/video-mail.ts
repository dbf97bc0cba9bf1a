import type { UserRow, VideoMailRow } from '../db/tables.ts';
import { layOut, type Mail } from './mail.ts';

/** Returns whether an account gets mails about videos: it is enabled and its address confirmed. */
export function mayGetVideoMail(user: Pick<UserRow, 'disabled_at' | 'email_verified_at'>): boolean {
  return user.disabled_at === null && user.email_verified_at !== null;
}

/** Returns the link of a mail about a video: to the video, or to the dashboard if it failed. */
export function linkToVideo(publicUrl: string, video: Pick<VideoMailRow, 'kind' | 'video_id'>): string {
  const url = new URL(video.kind === 'ready' ? '/songs' : '/transcoding', publicUrl);
  if (video.kind === 'ready') url.searchParams.set('v', video.video_id);
  return url.href;
}

/** Returns the mail that tells an uploader that a video is ready or why it failed. */
export function composeVideoMail(
  video: Pick<VideoMailRow, 'kind' | 'title' | 'message'>,
  { link, name }: { link: string; name: string },
): Mail {
  const title = video.title.replaceAll(/\s+/g, ' ').trim();
  const note = 'You get this mail because you uploaded the video.';
  if (video.kind === 'ready')
    return layOut({
      subject: `Your video “${title}” is ready`,
      name,
      lead: `Your video “${title}” is ready to be watched:`,
      link,
      button: 'Watch it',
      note,
    });
  const reason = video.message?.replaceAll(/\s+/g, ' ').trim() ?? '';
  return layOut({
    subject: `Your video “${title}” could not be processed`,
    name,
    lead: `Your video “${title}” could not be processed. ${reason}`.trim(),
    link,
    button: 'See what happened',
    note: `There you can try it again or delete it. ${note}`,
  });
}
