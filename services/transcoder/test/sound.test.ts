import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile } from 'node:fs/promises';

import type { game } from '@larksong/contracts';
import { SOUND_FAILURES } from '@larksong/contracts/sentences';
import type { Storage } from '@larksong/service-kit/storage';
import { firstKinds, isLongRun } from '@larksong/service-kit/testing/random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { InfrastructureError, InputError } from '../src/failure.ts';
import { openSource } from '../src/media/source.ts';
import { createFolder, removeFolder } from '../src/media/work-folder.ts';
import { findOwnDuration } from '../src/sounds/own-form.ts';
import { runSound, type PreparedSound } from '../src/sounds/run-sound.ts';
import { createBench, type Bench } from './support/bench.ts';
import { ffmpeg } from './support/clips.ts';
import { describeMp3, measureLoudness } from './support/sounds.ts';

const STARTER = `${import.meta.dirname}/../../game/starter-pack/sounds`;

let bench: Bench;
beforeAll(async () => {
  bench = await createBench();
});
afterAll(() => bench.close());

async function prepare(
  file: Buffer,
  options: { storage?: Storage; signal?: AbortSignal } = {},
): Promise<PreparedSound> {
  const id = randomUUID();
  const storage = options.storage ?? bench.storage;
  const sound: game.SoundAssignment = {
    id,
    token: randomUUID(),
    sourceKey: `game/${id}/source`,
    sizeBytes: file.length,
    resultKey: `game/${id}/result.mp3`,
    requestId: null,
  };
  await bench.storage.put(sound.sourceKey, file);
  const { isolation } = bench.tools;
  const source = await openSource(storage, bench.server, {
    key: sound.sourceKey,
    sizeBytes: file.length,
    isolation,
  });
  const workDir = await createFolder(`${bench.workRoot}/${sound.token}`, isolation);
  const signal = options.signal ?? new AbortController().signal;
  try {
    return await runSound({ sound, storage, tools: bench.tools, source, workDir, signal });
  } finally {
    source.close();
    await removeFolder(workDir);
  }
}

/** Storage with some methods replaced. */
function withMethods(storage: Storage, other: Partial<Storage>): Storage {
  return new Proxy(storage, {
    get(target, name) {
      const value: unknown = Reflect.get({ ...other }, name) ?? Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Noise that rises and falls like words, with half a second of silence before it and one second after it. */
const WORDS = 'anoisesrc=d=2:c=pink:a=0.5:r=44100:seed=7,tremolo=f=3:d=0.8,adelay=500:all=1,apad=pad_dur=1';
const FORMATS = {
  mp3: ['-c:a', 'libmp3lame', '-f', 'mp3'],
  m4a: ['-c:a', 'aac', '-f', 'ipod'],
  opus: ['-c:a', 'libopus', '-ar', '48000', '-f', 'ogg'],
  wav: ['-c:a', 'pcm_s16le', '-f', 'wav'],
  ogg: ['-c:a', 'libvorbis', '-f', 'ogg'],
  webm: ['-c:a', 'libopus', '-ar', '48000', '-f', 'webm'],
} as const;

async function make(source: string, format: readonly string[], name: string): Promise<Buffer> {
  const path = `${bench.folder}/${name}`;
  await ffmpeg(['-f', 'lavfi', '-i', source, ...format, path]);
  return readFile(path);
}

describe('a sound', () => {
  it.each(firstKinds('SOURCE_KINDS', 1, Object.entries(FORMATS)))(
    'a sound from %s becomes a trimmed, normalized, small mono MP3',
    async (name, format) => {
      const { body, durationSeconds } = await prepare(
        await make(WORDS, [...format, '-ac', '2'], `words.${name}`),
      );
      expect(durationSeconds).toBeGreaterThan(1.9);
      expect(durationSeconds).toBeLessThan(2.4);
      const found = await describeMp3(body);
      expect(found).toMatchObject({
        codec: 'mp3',
        channels: 1,
        sampleRate: 44_100,
        bitrate: 48_000,
        tags: {},
      });
      expect(Math.abs(found.durationSeconds - durationSeconds)).toBeLessThan(0.1);
      const { integratedLufs, truePeakDb } = await measureLoudness(body);
      expect(Math.abs(integratedLufs + 16)).toBeLessThanOrEqual(1);
      expect(truePeakDb).toBeLessThanOrEqual(-1.5);
    },
  );

  it.each(
    firstKinds('SOURCE_KINDS', 1, [
      ['short', 'sine=f=500:d=0.25'],
      [
        'partly infinite',
        "aevalsrc='if(eq(n,9000),0/0,if(eq(n,9100),1/0,if(eq(n,9200),1e30,0.2*sin(2000*t))))':d=2:s=48000",
      ],
      ['full of peaks', 'aevalsrc=exprs=if(lt(mod(t\\,0.25)\\,0.002)\\,0.9\\,0.02*sin(2000*t)):d=2'],
      ['very quiet', 'sine=f=300:d=2,volume=-30dB'],
      ['overdriven', 'anoisesrc=d=2:c=white:a=1:seed=7,volume=20dB'],
    ]),
  )('a sound that is %s is encoded without clipping', async (name, source) => {
    const format = name === 'partly infinite' ? ['-c:a', 'pcm_f32le', '-f', 'wav'] : FORMATS.wav;
    const { body } = await prepare(await make(source, format, `${name.replaceAll(' ', '-')}.wav`));
    const { integratedLufs, truePeakDb } = await measureLoudness(body, {
      repeats: name === 'short' ? 12 : 0,
    });
    expect(truePeakDb).toBeLessThanOrEqual(-1.5);
    if (name !== 'full of peaks') expect(Math.abs(integratedLufs + 16)).toBeLessThanOrEqual(1);
  });

  it('a sound that is as the site makes it stays the same, byte for byte', async () => {
    const kinds = [WORDS, 'sine=f=500:d=0.25', 'sine=f=300:d=2,volume=-30dB'];
    for (const kind of firstKinds('SOURCE_KINDS', 1, kinds)) {
      const { body, durationSeconds } = await prepare(await make(kind, FORMATS.wav, 'own.wav'));
      const again = await prepare(body);
      expect(again.body.equals(body)).toBe(true);
      expect(Math.abs(again.durationSeconds - durationSeconds)).toBeLessThan(0.1);
    }
    const starter = await readFile(`${STARTER}/elephant.mp3`);
    expect((await prepare(starter)).body.equals(starter)).toBe(true);
  });

  it.runIf(isLongRun)(
    'a sound in the form of the site is encoded again if it has tags, silence, or another loudness',
    async () => {
      const form = ['-c:a', 'libmp3lame', '-b:a', '48k', '-ar', '44100', '-ac', '1', '-id3v2_version', '0'];
      const bare = [...form, '-fflags', '+bitexact', '-flags:a', '+bitexact', '-f', 'mp3'];
      const others = {
        silence: await make(WORDS, bare, 'own-silence.mp3'),
        loudness: await make('anoisesrc=d=2:a=1:seed=7', bare, 'own-loud.mp3'),
      };
      for (const [name, file] of Object.entries(others)) {
        expect(findOwnDuration(file), name).toBeGreaterThan(1.9);
        expect((await prepare(file)).body.equals(file), name).toBe(false);
      }
      const { body } = await prepare(await make(WORDS, FORMATS.wav, 'own-tags.wav'));
      const tagged = Buffer.concat([body, Buffer.from('TAGsecret'.padEnd(128, ' '))]);
      const cleaned = await prepare(tagged);
      expect(cleaned.body.includes('secret')).toBe(false);
    },
  );

  it('a sound is cut after ten seconds', async () => {
    const { body, durationSeconds } = await prepare(await make('sine=f=440:d=40', FORMATS.mp3, 'long.mp3'));
    expect(durationSeconds).toBe(10);
    expect((await describeMp3(body)).durationSeconds).toBeCloseTo(10, 0);
    expect(body.length).toBeLessThan(65_000);
  });

  it.runIf(isLongRun)('a sound may come with a cover or a video', async () => {
    const cover = `${bench.folder}/cover.mp3`;
    const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=64x64:r=1:d=1'];
    const map = [
      '-map',
      '0:a',
      '-map',
      '1:v',
      '-c:v',
      'png',
      '-frames:v',
      '1',
      '-disposition:v',
      'attached_pic',
    ];
    await ffmpeg(['-f', 'lavfi', '-i', 'sine=d=2', ...picture, ...map, cover]);
    await expect(prepare(await readFile(cover))).resolves.toMatchObject({
      durationSeconds: expect.any(Number),
    });
    const film = `${bench.folder}/film.mp4`;
    await ffmpeg([
      ...picture,
      '-f',
      'lavfi',
      '-i',
      'sine=d=2',
      '-c:v',
      'libx264',
      '-pix_fmt',
      'yuv420p',
      film,
    ]);
    await expect(prepare(await readFile(film))).resolves.toMatchObject({
      durationSeconds: expect.any(Number),
    });
  });

  it('a sound in remote storage is read through the worker', async () => {
    // The driver has no local path, as with S3.
    const remote = withMethods(bench.storage, { localPath: () => undefined });
    const file = await make('sine=d=2', FORMATS.m4a, 'remote.m4a');
    expect((await prepare(file, { storage: remote })).durationSeconds).toBeGreaterThan(1.9);
  });
});

describe('a file that is not a usable sound', () => {
  it('an unusable sound file is rejected with a sentence', async () => {
    const silence = await make('anullsrc=d=3', FORMATS.wav, 'silence.wav');
    const hush = await make('anoisesrc=d=3:a=0.0001', FORMATS.wav, 'hush.wav');
    const picture = `${bench.folder}/picture.mp4`;
    await ffmpeg([
      '-f',
      'lavfi',
      '-i',
      'color=s=64x64:d=1',
      '-c:v',
      'libx264',
      '-pix_fmt',
      'yuv420p',
      picture,
    ]);
    const rare = await make('sine=d=1', ['-c:a', 'adpcm_yamaha', '-f', 'wav'], 'rare.wav');
    for (const [file, sentence] of firstKinds<[Buffer, string | undefined]>('SOURCE_KINDS', 4, [
      [silence, SOUND_FAILURES['sound-silent']],
      [await readFile(picture), SOUND_FAILURES['sound-none']],
      [
        rare,
        'The format of the sound (adpcm_yamaha) is not supported. Please save it as MP3 or WAV and upload it again.',
      ],
      [Buffer.from('not a sound at all, only words'), SOUND_FAILURES['sound-other-format']],
      [hush, SOUND_FAILURES['sound-silent']],
      [silence.subarray(0, 30), undefined],
    ])) {
      const failure: unknown = await prepare(Buffer.from(file)).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(InputError);
      if (sentence !== undefined) expect(failure).toMatchObject({ message: sentence });
    }
  });

  it.runIf(isLongRun)('a truncated sound file is rejected, or used as far as it goes', async () => {
    const whole = await make(WORDS, FORMATS.mp3, 'whole.mp3');
    expect((await prepare(whole.subarray(0, whole.length / 2))).durationSeconds).toBeGreaterThan(0.5);
    const m4a = await make(WORDS, FORMATS.m4a, 'whole.m4a');
    await expect(prepare(m4a.subarray(0, m4a.length / 2))).rejects.toThrow(InputError);
  });

  it('a hostile sound file reaches neither the network nor other files', async () => {
    let contacts = 0;
    const canary = createServer((_request, response) => {
      contacts += 1;
      response.end();
    });
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
    const { port } = canary.address() as AddressInfo; // it listens on TCP
    const url = `http://127.0.0.1:${port}/canary`;
    const playlist = `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:1,\n${url}.ts\n#EXT-X-ENDLIST\n`;
    const box = (type: string, text: string) => {
      const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(type), Buffer.from(text)]);
      bytes.writeUInt32BE(bytes.length);
      return bytes;
    };
    for (const file of [
      Buffer.from(playlist),
      Buffer.from(`ffconcat version 1.0\nfile '${url}'\n`),
      Buffer.from(`[playlist]\nFile1=${url}\n`),
      Buffer.from(`v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nt=0 0\nm=audio ${port} RTP/AVP 96\n`),
      Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0'), Buffer.from(playlist)]),
      Buffer.concat([Buffer.from('OggS'), Buffer.from(playlist)]),
      Buffer.concat([Buffer.from('RIFF\x10\0\0\0WAVEfmt '), Buffer.from(playlist)]),
      Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.from(url)]),
      Buffer.concat([box('ftyp', 'M4A '), box('moov', `rmra rmda rdrf url ${url}`)]),
      Buffer.concat([box('ftyp', 'M4A '), Buffer.from(playlist)]),
    ])
      await expect(prepare(file)).rejects.toThrow(InputError);
    expect(contacts).toBe(0);
    await new Promise((resolve) => canary.close(resolve));
  });
});

it('a sound file is not blamed if its source is missing from storage', async () => {
  const away = withMethods(bench.storage, { get: async () => undefined });
  const file = await make('sine=d=1', FORMATS.wav, 'away.wav');
  await expect(prepare(file, { storage: away })).rejects.toThrow(InfrastructureError);
});

it('aborted work on a sound rejects with the reason of its signal', async () => {
  const file = await make('sine=d=1', FORMATS.wav, 'ended.wav');
  const reason = new Error('enough');
  await expect(prepare(file, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});
