import { loadPreferences } from '../preferences/preferences.ts';
import { readMaster } from './playlists.ts';
import { chooseStartRung, readExpectations } from './start-rung.ts';

export const MASTER = 'master.m3u8';

/** A rendition of picture or sound. */
interface Rendition {
  /** The address of its playlist, as the master playlist has it. */
  uri: string;
  /** For MediaSource. */
  type: string;
}

/** Returns the rung with which this device would start a stream, and the sound if there is one. */
export function chooseRenditions(master: string): Rendition[] {
  const { rungs, audioUri, audioCodec } = readMaster(master);
  const rung = rungs[chooseStartRung(rungs, 0, readExpectations(loadPreferences()))];
  return [
    { uri: rung?.uri, type: `video/mp4; codecs="${rung?.codec}"` },
    { uri: audioUri, type: `audio/mp4; codecs="${audioCodec}"` },
  ].flatMap(({ uri, type }) => (uri ? [{ uri, type }] : []));
}

/** Returns an address of a playlist, which is relative to the playlist's own, as an absolute one. */
export function toUrl(uri: string, playlist: string): string {
  return new URL(uri, new URL(playlist, location.href)).href;
}
