import HlsEngine, { Events } from 'hls.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { shareByAirPlay } from './air-play.ts';
import type { AirPlayVideo } from './use-air-play.ts';

const SOURCE = '/hls/1/master.m3u8';

let hls: HlsEngine;
let video: AirPlayVideo;
let done: string[];

beforeEach(() => {
  done = [];
  hls = new HlsEngine();
  vi.spyOn(hls, 'attachMedia').mockImplementation(() => void done.push('attach'));
  vi.spyOn(hls, 'startLoad').mockImplementation((seconds) => void done.push(`load from ${seconds}`));
  video = document.createElement('video');
  video.webkitShowPlaybackTargetPicker = () => {};
});

afterEach(() => {
  hls.destroy();
  vi.restoreAllMocks();
});

/** Does what hls.js does with a ManagedMediaSource. */
function attach(): void {
  video.replaceChildren(Object.assign(document.createElement('source'), { src: 'blob:fed' }));
  video.disableRemotePlayback = true;
  hls.emit(Events.MEDIA_ATTACHED, Events.MEDIA_ATTACHED, { media: video });
}

function playWireless(isWireless: boolean): void {
  video.webkitCurrentPlaybackTargetIsWireless = isWireless;
  video.dispatchEvent(new Event('webkitcurrentplaybacktargetiswirelesschanged'));
}

const listSources = () => [...video.querySelectorAll('source')].map((source) => source.getAttribute('src'));

test('AirPlay devices get the playlist as a second source, also after the stream was attached again', () => {
  const stop = shareByAirPlay(hls, video, SOURCE);
  for (const _time of [1, 2]) {
    attach();
    expect(listSources()).toEqual(['blob:fed', SOURCE]);
    expect(video.disableRemotePlayback).toBe(false);
  }
  stop();
  expect(listSources()).toEqual(['blob:fed']);
});

test('the stream continues in the page where the AirPlay device has stopped', () => {
  shareByAirPlay(hls, video, SOURCE);
  attach();
  playWireless(true); // hls.js detaches itself
  expect(done).toEqual([]);
  video.currentTime = 42;
  playWireless(false);
  expect(done).toEqual(['attach', 'load from 42']);
});

test('a browser without AirPlay, and a stream that is fed by its address, get no second source', () => {
  video.src = 'blob:fed';
  shareByAirPlay(hls, video, SOURCE);
  hls.emit(Events.MEDIA_ATTACHED, Events.MEDIA_ATTACHED, { media: video });
  expect(listSources()).toEqual([]);
  video = document.createElement('video');
  shareByAirPlay(hls, video, SOURCE);
  attach();
  expect(listSources()).toEqual(['blob:fed']);
  expect(video.disableRemotePlayback).toBe(true);
});
