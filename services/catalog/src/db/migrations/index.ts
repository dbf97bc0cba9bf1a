import * as createVideos from './0001-create-videos.ts';
import * as createTranscodeUnits from './0002-create-transcode-units.ts';
import * as addRequestId from './0003-add-request-id.ts';

/** In the order in which they run; never changed once released. */
export const migrations = {
  '0001-create-videos': createVideos,
  '0002-create-transcode-units': createTranscodeUnits,
  '0003-add-request-id': addRequestId,
};
