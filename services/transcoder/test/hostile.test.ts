import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { catalog } from '@larksong/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { InputError } from '../src/failure.ts';
import { createBench, type Bench } from './support/bench.ts';
import { ffmpeg } from './support/clips.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await createBench();
});
afterAll(() => bench.close());

describe('hostile files', () => {
  it('hostile files reach neither the network nor other files', async () => {
    let contacts = 0;
    const canary = createServer((_request, response) => {
      contacts += 1;
      response.end();
    });
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
    const { port } = canary.address() as AddressInfo; // it listens on TCP
    const url = `http://127.0.0.1:${port}/canary`;
    const transport = Buffer.concat(
      Array.from({ length: 40 }, () => Buffer.concat([Buffer.from('G'), Buffer.alloc(187, url)])),
    );
    const box = (type: string, text: string) => {
      const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(type), Buffer.from(text)]);
      bytes.writeUInt32BE(bytes.length);
      return bytes;
    };
    const files = [
      `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:1,\n${url}.ts\n#EXT-X-ENDLIST\n`,
      `#EXTM3U\n#EXTINF:1,\nconcat:${url}|file:///etc/passwd\n#EXT-X-ENDLIST\n`,
      `<?xml version="1.0"?><MPD><Period><BaseURL>${url}</BaseURL></Period></MPD>`,
      `ffconcat version 1.0\nfile '${url}'\n`,
      `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video ${port} RTP/AVP 96\n`,
      `[playlist]\nFile1=${url}\n`,
      transport,
      Buffer.concat([box('ftyp', 'qt  '), box('moov', `rmra rmda rdrf url ${url}`)]),
      Buffer.concat([box('ftyp', 'isom'), Buffer.from(`#EXTM3U\n${url}\n`)]),
      Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.from(url)]),
      Buffer.concat([Buffer.from('OggS'), Buffer.from(`#EXTM3U\n${url}`)]),
      Buffer.concat([Buffer.from('RIFF\x10\0\0\0AVI '), Buffer.from(`#EXTM3U\n${url}`)]),
    ];
    for (const file of files) {
      const videoId = crypto.randomUUID();
      await bench.storage.put(catalog.sourceKey(videoId), Buffer.from(file));
      await expect(bench.plan(videoId)).rejects.toThrow(InputError);
    }
    expect(contacts).toBe(0);
    await new Promise((resolve) => canary.close(resolve));
  });

  it('hostile files are rejected for their cost', async () => {
    const long = `${bench.folder}/long.mkv`;
    const wide = `${bench.folder}/wide.mkv`;
    const black = 'color=black:s=64x64:r=1';
    await ffmpeg([
      '-f',
      'lavfi',
      '-i',
      `${black}:d=2`,
      '-vf',
      'setpts=N*36000/TB',
      '-fps_mode',
      'passthrough',
      '-c:v',
      'libx264',
      '-enc_time_base',
      '1/1000',
      long,
    ]);
    await ffmpeg([
      '-f',
      'lavfi',
      '-i',
      'color=black:s=8320x4320:r=1:d=1',
      '-pix_fmt',
      'yuvj420p',
      '-c:v',
      'mjpeg',
      wide,
    ]);
    await expect(bench.plan(await bench.addSource(long))).rejects.toThrow(/too long: at most 6 hours/);
    await expect(bench.plan(await bench.addSource(wide))).rejects.toThrow(
      /^The picture is too large: \d+ × \d+ pixels/,
    );
  });
});
