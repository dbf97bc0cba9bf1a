import type { ValuesOf } from '../values.ts';

const TO_ADD_IT = 'To add it, export the file as MP4 with H.264 and AAC and upload it again.';

/** Parts of a file that are missing from its video, as ICU messages for its uploader. The ids are stored and stay valid. */
export const VIDEO_REMARKS = {
  'several-pictures': 'The file has {pictureCount} pictures. The video shows number {place}.',
  'several-sounds': 'The file has {soundCount} soundtracks. The video has number {place}.',
  'sound-unsupported': `The format of the sound ({codec}) is not supported, so the video has none. ${TO_ADD_IT}`,
  'sound-damaged': `The sound of the file is damaged and could not be read, so the video has none. ${TO_ADD_IT}`,
} as const;

export type RemarkId = keyof typeof VIDEO_REMARKS;
/** The values that the sentence of a remark needs. */
export type RemarkValues<Id extends RemarkId> = ValuesOf<(typeof VIDEO_REMARKS)[Id]>;
