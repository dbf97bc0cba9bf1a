const SAMPLE_RATE = 8000;
const UNCOMPRESSED = 1;
const ONE_CHANNEL = 1;
const BYTES_A_SAMPLE = 1;

/**
 * Calls back once after a pause, also in a hidden tab. The timers of such a tab wait for up to a minute, except after a
 * sound that could be heard; a sound that cannot be heard ends on time, too. Returns a function that stops it.
 */
export function afterPause(seconds: number, callback: () => void): () => void {
  const address = URL.createObjectURL(makeSilence(seconds));
  const silence = Object.assign(new Audio(address), { muted: true });
  function stop(): void {
    clearTimeout(timer);
    silence.removeEventListener('ended', done);
    silence.removeAttribute('src');
    URL.revokeObjectURL(address);
  }
  function done(): void {
    stop();
    callback();
  }
  silence.addEventListener('ended', done);
  const timer = setTimeout(done, seconds * 1000);
  silence.play().catch(() => {}); // then the timer alone counts
  return stop;
}

/** Returns a sound file without a sound: 8 bits, one channel, uncompressed. */
function makeSilence(seconds: number): Blob {
  const samples = new Uint8Array(Math.round(seconds * SAMPLE_RATE)).fill(128);
  // The first number of each part is its length; all processors of browsers store the lowest byte first.
  const format = [new Uint32Array([16]), new Uint16Array([UNCOMPRESSED, ONE_CHANNEL])];
  const rates = [new Uint32Array([SAMPLE_RATE, SAMPLE_RATE]), new Uint16Array([BYTES_A_SAMPLE, 8])];
  const parts = ['WAVEfmt ', ...format, ...rates, 'data', new Uint32Array([samples.length]), samples];
  return new Blob(['RIFF', new Uint32Array([36 + samples.length]), ...parts], { type: 'audio/wav' });
}
