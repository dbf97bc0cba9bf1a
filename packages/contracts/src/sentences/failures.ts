import type { ValuesOf } from '../values.ts';

const AGAIN = 'Please export it again and upload the new file.';
const AS_MP4 = 'Please export it as MP4 and upload it again.';
const AS_H264 = 'Please export the file as MP4 with H.264 and AAC and upload it again.';

/** Why a file is refused as a video, as ICU messages for its uploader. */
const FILE_FAILURES = {
  empty: 'The file is empty.',
  'not-a-video': 'This file is not a video.',
  'is-picture': 'This file is a picture, not a video.',
  'is-animated-webp':
    'This file is an animated WebP picture, which cannot be read. Please convert it to GIF or MP4 and upload it again.',
  'is-real-media': `This is a RealMedia file. ${AS_MP4}`,
  'is-flash': `This is a Flash animation (SWF). ${AS_MP4}`,
  'is-yuv4mpeg2': `This is a YUV4MPEG2 file. ${AS_MP4}`,
  'is-wtv': `This is a recording of Windows Media Center (WTV). ${AS_MP4}`,
  'is-red-raw': `This is a raw recording of a RED camera. ${AS_MP4}`,
  'is-game-film': `This is a film of a game (Bink or Smacker). ${AS_MP4}`,
  'is-nut': `This is a NUT file. ${AS_MP4}`,
  'is-zip': 'This is a ZIP archive or a document. Please unpack it and upload the video in it.',
  'is-archive': 'This is an archive. Please unpack it and upload the video in it.',
  'is-pdf': 'This is a PDF document, not a video.',
  'is-playlist': 'This is a playlist, which only says where a video is. Please upload the video itself.',
  'is-web-page': 'This is a web page, not a video. Please download the video itself.',
  'no-picture': 'This file has no picture, and its sound cannot be read.',
  'picture-unsupported': `The format of the picture ({codec}) is not supported. ${AS_H264}`,
  'sound-unsupported': `The format of the sound ({codec}) is not supported. ${AS_H264}`,
  'picture-too-large':
    'The picture is too large: {width} × {height} pixels. At most {mostSide} × {mostSide} are accepted; please export a smaller version.',
  'picture-too-small': 'The picture is too small: {width} × {height} pixels.',
  'picture-not-described': `The picture cannot be read: the file does not describe it, as if its beginning were missing. ${AS_MP4}`,
  'too-long': 'The video is too long: at most {hourCount} hours are accepted.',
  'too-many-frames':
    'The video has more than {millionCount} million frames. Please export it with at most 60 frames per second, or in parts.',
  'too-many-tags':
    'The file has more chapters, tags or edits than can be read. Please export it again without them.',
  'too-many-recordings':
    'The file consists of more than {mostCount} recordings. Please export it again as one.',
  'recordings-uncompressed':
    'The file consists of several recordings, and its sound is uncompressed. Please export it again as MP4.',
  'length-unknown': 'The length of the video could not be determined. Please export it again as MP4.',
  'index-missing': `The file is cut off: its index is missing. ${AGAIN}`,
  'cut-off': `The file is cut off: it should last {statedLength} but ends after {endLength}. ${AGAIN}`,
  holes: `The file is damaged: only {readableLength} of its {endLength} could be read. ${AGAIN}`,
  damaged: `The file is damaged and could not be read. ${AGAIN}`,
  'sound-damaged': `The sound of the file is damaged and could not be read. ${AGAIN}`,
  changes:
    'The picture or the sound of this file changes in a way that the converter cannot follow. Please export it again as MP4 and upload the new file.',
  crash: 'This file crashed the converter. Please export it again in another format.',
  'too-much-time':
    'Processing this file exceeded the time limit. If the site was busy, please try again; otherwise export a smaller version.',
  'too-slow':
    'This file takes more than {timesCount} times as long to process as to play. Please export it as MP4 with H.264, or with a smaller picture. If the site was busy, please try again.',
  'too-much-computing':
    'Processing this file takes too much computing time. Please export a smaller version.',
  'too-much-memory': 'Processing this file needs too much memory. Please export a smaller version.',
  'too-much-data': 'Processing this file produces too much data. Please export a smaller version.',
} as const;

/** Why work failed although nothing is known to be wrong with the file. */
const SITE_FAILURES = {
  unexpected: 'Something went wrong while processing the video.',
  'upload-missing': 'The uploaded file is missing from storage.',
  'storage-unreadable': 'The file could not be read from storage.',
  'no-space': 'The worker ran out of space.',
  killed: 'The system stopped the converter, probably because the machine ran out of memory.',
  unresponsive: 'The converter did not respond for too long.',
  'other-codec': 'The encoder produced {codec} instead of {plannedCodec}.',
  'pictures-missing': 'The encoder made {madeCount} of {plannedCount} pictures.',
  'segments-missing': 'Only {madeCount} of {plannedCount} segments were produced.',
  'rung-empty': 'The smallest rung has no segments.',
  'segment-missing': '{rendition} has no segment {segment}.',
  'segment-displaced': 'Segment {segment} of {rendition} does not begin where the previous one ends.',
  'segment-not-as-reported': 'Segment {segment} of {rendition} is not in storage as reported.',
  'rendition-length': '{rendition} lasts {exactly} s.',
  'rendition-gap': '{rendition} has a gap.',
  'rendition-incomplete': '{rendition} has {madeCount} of {plannedCount} segments.',
  'object-missing': '{key} is not in storage.',
  'object-changed': '{key} has {foundCount} bytes instead of {plannedCount}.',
  'file-missing': 'A file of the video is missing from storage.',
  'sound-missing': 'The sound is not in storage.',
  'picture-missing': 'A picture is not in storage.',
  'captions-missing': 'Subtitles are not in storage.',
  'captions-foreign': 'Subtitles do not belong to this unit.',
} as const;

/** Why a video failed, or why work on it is tried again. The ids are stored and stay valid. */
export const VIDEO_FAILURES = {
  ...FILE_FAILURES,
  ...SITE_FAILURES,
  cancelled: 'Cancelled',
  /** `problem` is the reason of the last try, which is the reason's `cause` if it is known. */
  'too-many-tries':
    'This video could not be processed after {tryCount} tries. Please try again later. ({problem})',
  'too-many-crashes':
    'This file crashed the converter twice, so conversion was stopped. Please export it again in another format.',
} as const;

/** Why a sound of the game failed, in addition to the reasons that videos have as well. */
export const SOUND_FAILURES = {
  'sound-unexpected': 'Something went wrong while processing the sound.',
  'sound-other-format': 'This file is not an MP3, WAV, OGG, M4A or WebM sound.',
  'sound-none': 'There is no sound in this file.',
  'sound-silent': 'This file contains only silence. Please record it again, closer to the microphone.',
  'sound-codec':
    'The format of the sound ({codec}) is not supported. Please save it as MP3 or WAV and upload it again.',
  'sound-too-many-streams': 'The file has {streamCount} streams; at most {mostCount} are accepted.',
  'sound-result-missing': 'The prepared sound is not in storage.',
  'sound-too-many-tries':
    'This sound could not be prepared after {tryCount} tries. Please upload it again later. ({problem})',
  'sound-too-many-crashes':
    'This file crashed the converter twice, so conversion was stopped. Please save it again in another format.',
} as const;

type Failures = typeof VIDEO_FAILURES & typeof SOUND_FAILURES;
export type FailureId = keyof Failures;
/** The values that the sentence of a failure needs. */
export type FailureValues<Id extends FailureId> = ValuesOf<Failures[Id]>;
