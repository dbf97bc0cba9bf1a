import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs ffmpeg to make or inspect a clip. Returns its standard output; throws with its log if it logs anything. */
export async function ffmpeg(args: string[], input?: Buffer): Promise<Buffer> {
  const child = spawn('ffmpeg', ['-hide_banner', '-v', 'error', '-y', ...args], {
    stdio: [input ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    env: { ...process.env, SVT_LOG: '1' }, // otherwise the AV1 encoder logs its settings
  });
  const output: Buffer[] = [];
  let log = '';
  child.stdout?.on('data', (data: Buffer) => output.push(data));
  child.stderr?.on('data', (data: Buffer) => (log += data.toString()));
  child.stdin?.on('error', () => {}); // ffmpeg may close its input before reading everything
  child.stdin?.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`ffmpeg exited with code ${code}: ${log}`);
  if (log.trim() !== '') throw new Error(`ffmpeg logged: ${log}`);
  return Buffer.concat(output);
}

const NUMBERED = { width: 160, height: 64, bars: 10 } as const;
const BAR = NUMBERED.width / NUMBERED.bars;

/** Returns grey frames whose ten bars show their number in binary, so that every decoded frame can be identified. */
function numberedFrames(count: number): Buffer {
  const { width, height, bars } = NUMBERED;
  const frames = Buffer.alloc(count * width * height);
  for (let frame = 0; frame < count; frame += 1) {
    const row = Buffer.alloc(width);
    for (let bar = 0; bar < bars; bar += 1)
      row.fill((frame >> bar) & 1 ? 220 : 30, bar * BAR, (bar + 1) * BAR);
    for (let y = 0; y < height; y += 1) row.copy(frames, (frame * height + y) * width);
  }
  return frames;
}

/**
 * Returns the numbers of the decoded frames of a video, whatever its size. With `isStrict`, throws as `decode` does,
 * without another process.
 */
export async function readNumbers(video: Buffer, { isStrict = false } = {}): Promise<number[]> {
  const { width, height, bars } = NUMBERED;
  const scale = `scale=${width}:${height}:flags=area,format=gray`;
  const frames = await ffmpeg(
    [
      ...(isStrict ? ['-xerror'] : []),
      ...['-i', 'pipe:0', '-map', '0:v:0', '-vf', scale],
      ...['-fps_mode', 'passthrough', '-f', 'rawvideo', 'pipe:1'],
      ...(isStrict ? ['-map', '0:v:0', '-enc_time_base', '-1', '-f', 'null', '-'] : []),
    ],
    video,
  );
  return Array.from({ length: frames.length / (width * height) }, (_, frame) => {
    const middle = (frame * height + height / 2) * width;
    let number = 0;
    for (let bar = 0; bar < bars; bar += 1)
      if ((frames[middle + bar * BAR + BAR / 2] ?? 0) > 125) number |= 1 << bar;
    return number;
  });
}

/** Makes a clip of numbered frames; `sound` is an input, `output` further options for the encoders and the container. */
export async function makeNumberedClip(
  path: string,
  clip: { rate: string; frames: number; sound?: string[]; output?: string[] },
): Promise<void> {
  const { width, height } = NUMBERED;
  await ffmpeg(
    [
      ['-f', 'rawvideo', '-pix_fmt', 'gray', '-s', `${width}x${height}`, '-r', clip.rate, '-i', 'pipe:0'],
      clip.sound ?? [],
      ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '20', '-pix_fmt', 'yuv420p', '-bf', '2'],
      ...(clip.output ?? []),
      path,
    ].flat(),
    numberedFrames(clip.frames),
  );
}
