import { ApiError, catalog } from '@larksong/contracts';

import { call } from '../../api/client.ts';
import { sendBody } from '../../api/send-body.ts';
import { text } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { toCaptionBody, type CaptionDraft } from '../../parts/video-form/captions.ts';
import { listTags } from '../../parts/video-form/tags.ts';
import type { UploadForm } from './form.ts';

/** An addition to a video, which can be sent only after the video exists. */
type Extra =
  | { kind: 'tags'; tags: catalog.Tag[] }
  | { kind: 'caption'; caption: CaptionDraft }
  | { kind: 'picture'; picture: Blob };

/** An addition that was not saved, with the reason. */
export interface UnsavedExtra {
  extra: Extra;
  sentence: string;
  /** The server rejects this file, so sending it again is pointless. */
  isRefused: boolean;
}

/** Statuses of temporary 4xx failures: signed out, timeout, rate limit. */
const TEMPORARY = [401, 408, 429];

/** Lists the additions that are filled in. */
export function listExtras(form: Pick<UploadForm, 'tags' | 'captions' | 'picture'>): Extra[] {
  const tags = listTags(form.tags);
  return [
    ...(tags.length > 0 ? [{ kind: 'tags' as const, tags }] : []),
    ...form.captions.map((caption) => ({ kind: 'caption' as const, caption })),
    ...(form.picture === null ? [] : [{ kind: 'picture' as const, picture: form.picture }]),
  ];
}

/**
 * Saves the additions one after the other and returns those that failed. The video exists by now, so failures are
 * reported and undo nothing.
 */
export async function saveExtras(videoId: string, extras: readonly Extra[]): Promise<UnsavedExtra[]> {
  const unsaved: UnsavedExtra[] = [];
  for (const extra of extras) {
    try {
      await save(videoId, extra);
    } catch (error) {
      unsaved.push({ extra, sentence: errorSentence(error), isRefused: isRefusal(error) });
    }
  }
  return unsaved;
}

function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status >= 400 && error.status < 500 && !TEMPORARY.includes(error.status);
}

async function save(id: string, extra: Extra): Promise<void> {
  if (extra.kind === 'tags') await call(catalog.addVideoTags, { params: { id }, body: { tags: extra.tags } });
  else if (extra.kind === 'caption')
    await call(catalog.putCaption, { params: { id }, body: toCaptionBody(extra.caption) });
  else await sendBody(catalog.putThumbnail, extra.picture, { params: { id } });
}

/** Returns `The video is uploaded, but its tags were not saved: …`; or that it is imported. */
export function toUnsavedText({ extra, sentence }: UnsavedExtra, done: 'upload' | 'import'): string {
  const name = extra.kind === 'caption' ? extra.caption.label : '';
  return text(`unsaved.${done}-${extra.kind}`, { name, reason: sentence });
}
