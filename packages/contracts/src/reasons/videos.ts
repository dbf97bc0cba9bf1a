/** Reasons that concern videos, their uploads and their parts. */
export const VIDEO_REASONS = {
  'approval.already-approved': '{name} has approved this video in the meantime.',
  'approval.already-sent-back': '{name} has sent this video back in the meantime.',
  'approval.list-not-valid': 'list must be waiting or sent_back.',
  'approval.not-needed': 'This video needs no approval.',
  'approval.changed': 'This video has been changed in the meantime. Please look at it again.',
  'approval.changes-when-sent-back':
    'A video can only be changed when it is approved, not when it is sent back.',
  'approval.note-missing': 'Write a sentence about what should be changed.',
  'approval.note-too-long': 'The sentence can have at most {maximum} characters.',

  'change.gone': 'This change is no longer kept, so it cannot be undone.',
  'change.overtaken': 'This has been changed again since then. Please look at the latest change.',
  'change.undone': '{name} has already undone this change.',

  'video.description-characters': 'The description contains characters that cannot be displayed.',
  'video.description-too-long': 'The description can have at most {maximum} characters.',
  'video.field-too-long': '{field} is too long.',
  'video.language-unknown': 'Language must be one of {languages}.',
  'video.letters-malformed': 'letters is a list such as ["A","B"].',
  'video.limit': 'limit must be a whole number from 1 to 50.',
  'video.not-failed': 'Only a failed video can be tried again.',
  'video.not-in-processing': 'Only a video in processing can be cancelled.',
  'video.nothing-readable': 'No part of this video can be published.',
  'video.private-user-missing': 'Private user ID is required for private visibility',
  'video.private-user-unknown': 'There is no account with this private user ID. Please choose another one.',
  'video.resolutions-malformed': 'resolutions is a JSON list of {resolutions}, such as ["720p","480p"].',
  'video.resolutions-missing': 'Select at least one resolution',
  'video.sort-not-valid': 'sort must be newest or most_viewed.',
  'video.source-gone':
    'The uploaded file of this video is no longer kept, so it cannot be processed again. Please upload it again.',
  'video.title-characters': 'The title contains characters that cannot be displayed.',
  'video.title-missing': 'Enter a title',
  'video.title-too-long': 'The title can have at most {maximum} characters.',
  'video.too-many-letters': 'A video has at most {maximum} letters.',
  'video.too-many-tags': 'A video has at most {maximum} tags.',
  'video.visibility-not-valid': 'Visibility must be one of {visibilities}.',
  'video.private-for-yourself': 'A private video of a teacher is for that teacher alone.',
  'video.of-somebody-else': 'Only its uploader and superadmins may change this video.',
  'video.watched-not-valid': 'watchedDuration must be a number of seconds.',

  'tag.length': 'A tag must have 1 to 100 characters.',
  'tag.type-not-valid': 'The type of a tag is grade, category or author.',

  'chip.category-unused': 'No video has this category.',
  'chip.grade-unused': 'No video has this grade.',
  'chip.type-not-valid': 'Only grades and categories have chips.',

  'picture.format': 'Please choose a JPEG, PNG or WebP picture.',
  'picture.others-first': 'Other pictures are being prepared right now. Please try again in a moment.',
  'picture.file-too-large': 'A picture can be at most 900 kB.',
  'picture.too-many-pixels': 'This picture has too many pixels. Please make it smaller and try again.',
  'picture.cannot-be-read': 'This picture cannot be read. Please choose another JPEG, PNG or WebP file.',

  'captions.comma':
    'Line {line}: the time has a comma before its milliseconds; WebVTT needs a dot, like 00:01.000 --> 00:04.000.',
  'captions.characters': 'Line {line}: this line has unreadable characters. Please save the file as UTF-8.',
  'captions.empty': 'There are no subtitles in this file.',
  'captions.empty-line': 'Line {line}: an empty line is required between two subtitles.',
  'captions.ends-early': 'Line {line}: this subtitle ends before it begins.',
  'captions.header-line': 'Line {line}: an empty line is required between WEBVTT and the first subtitle.',
  'captions.header-missing':
    'Line {line}: these are no subtitles. WebVTT begins with the word WEBVTT, SubRip with a number and a time.',
  'captions.label-length': 'The name of subtitles must have 1 to 60 characters.',
  'captions.language-not-valid': 'The language must be a code such as en or pt-BR.',
  'captions.time-malformed':
    'Line {line}: the time is malformed. It must look like 00:01.000 --> 00:04.000 or 00:00:01.000 --> 00:00:04.000.',
  'captions.time-missing': 'Line {line}: a subtitle must begin with its time, like 00:01.000 --> 00:04.000.',
  'captions.too-large': 'Subtitles can be at most 500 kB.',

  'upload.either-file-or-id': 'Send either the file or the id of its upload, not both.',
  'upload.file-empty': 'The file is empty. Please choose another one.',
  'upload.file-missing': 'Select a video file',
  'upload.interrupted': 'The upload was interrupted.',
  'upload.key-not-valid': 'The Idempotency-Key is invalid.',
  'upload.lost': 'The upload was interrupted. Please try again.',
  'upload.others-first': 'Other uploads are running right now. Please try again in a moment.',
  'upload.part-number': 'The parts of this upload are numbered from 1 to {last}.',
  'upload.part-number-not-valid': 'Parts are numbered from 1.',
  'upload.part-size': 'Part {number} of this upload has {size, number} bytes exactly.',
  'upload.parts-missing':
    '{missing} of {total} parts of this upload are missing. Please upload them and try again.',
  'upload.resume-key-not-valid': 'The resumeKey is invalid.',
  'upload.size-not-valid': 'sizeBytes is the size of the file in bytes.',
  'upload.sizes-not-valid': 'sizes is a list of at most {maximum} sizes in bytes.',
  'upload.too-large': 'This file is larger than the {megabytes, number} MB that can be uploaded.',
  'upload.too-many-fields': 'The form has more parts than an upload needs.',
  'upload.your-space-full':
    'Your videos may take up {limitBytes} on this site, and there is not enough room left for this one. Please delete videos that nobody needs, or ask the people who run the site for more space.',
  'upload.site-space-full':
    'The videos of this site may take up {limitBytes}, and there is not enough room left for this one. Please delete videos that nobody needs, or ask the people who run the site for more space.',

  'unit.kind': 'kind does not match.',
  'unit.segment-of-another': 'A segment does not belong to this unit.',
} as const;
