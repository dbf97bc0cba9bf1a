import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

async function run(
  program: string,
  args: string[],
  input: Buffer,
): Promise<{ stdout: string; stderr: string }> {
  const child = spawn(program, args, { stdio: 'pipe' });
  child.stdin.on('error', () => {}); // the program may close its input before reading everything
  child.stdin.end(input);
  const closed = once(child, 'close') as Promise<[number | null]>;
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  if (code !== 0) throw new Error(`${program} exited with code ${code}: ${stderr}`);
  return { stdout, stderr };
}

interface Probed {
  frames: { nb_samples: number }[];
  streams: { codec_name: string; channels: number; sample_rate: string; bit_rate: string }[];
  format: { tags?: Record<string, string> };
}

/** Describes an MP3 with ffprobe; its duration comes from its decoded samples. */
export async function describeMp3(file: Buffer) {
  const show = ['-show_entries', 'frame=nb_samples', '-show_format', '-show_streams', '-of', 'json'];
  const { stdout } = await run('ffprobe', ['-v', 'error', '-f', 'mp3', ...show, '-'], file);
  const { frames, streams, format } = JSON.parse(stdout) as Probed;
  const sampleCount = frames.reduce((sum, frame) => sum + frame.nb_samples, 0);
  const [stream] = streams;
  const sampleRate = Number(stream?.sample_rate);
  return {
    codec: stream?.codec_name,
    channels: stream?.channels,
    sampleRate,
    bitrate: Number(stream?.bit_rate),
    tags: format.tags ?? {},
    durationSeconds: sampleCount / sampleRate,
  };
}

export interface Measured {
  integratedLufs: number;
  truePeakDb: number;
  /** Highest decoded sample in dB relative to full scale. */
  samplePeakDb: number;
}

/** Measures loudness and peaks (EBU R 128) with ffmpeg's `loudnorm`, a different meter than the worker's. */
export async function measureLoudness(file: Buffer, { repeats = 0, format = 'mp3' } = {}): Promise<Measured> {
  const loop = repeats > 0 ? `aloop=loop=${repeats}:size=2e6` : 'anull';
  const [measured] = await meter([['-f', format, '-i', '-']], loop, file);
  if (!measured) throw new Error('unreachable: one input has one result');
  return measured;
}

/** Measures several files in one process, since starting ffmpeg takes as long as measuring some seconds. */
export async function measureAll(inputs: readonly (readonly string[])[]): Promise<Measured[]> {
  return meter(inputs, 'anull', Buffer.alloc(0));
}

async function meter(
  inputs: readonly (readonly string[])[],
  before: string,
  file: Buffer,
): Promise<Measured[]> {
  const graphs = inputs.map((_, index) => {
    const peak = `astats@s${index}=measure_perchannel=none:measure_overall=Peak_level`;
    return `[${index}:a]${before},aformat=dbl,${peak},loudnorm@n${index}=print_format=json[o${index}]`;
  });
  const outputs = inputs.flatMap((_, index) => ['-map', `[o${index}]`, '-f', 'null', '-']);
  const args = ['-hide_banner', ...inputs.flat(), '-filter_complex', graphs.join(';'), ...outputs];
  const { stderr } = await run('ffmpeg', args, file);
  return inputs.map((_, index) => {
    const [, json = ''] = new RegExp(`loudnorm@n${index} @ .*?\\]\\s*(\\{[^}]*\\})`).exec(stderr) ?? [];
    const found = JSON.parse(json) as { input_i: string; input_tp: string };
    return {
      integratedLufs: Number(found.input_i),
      truePeakDb: Number(found.input_tp),
      samplePeakDb: Number(new RegExp(`astats@s${index} @ .*Peak level dB: (\\S+)`).exec(stderr)?.[1]),
    };
  });
}
