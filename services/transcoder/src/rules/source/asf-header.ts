/** GUID of the File Properties Object (Advanced Systems Format 1.20, section 3.2), in stored byte order. */
const FILE_PROPERTIES = Buffer.from('a1dcab8c47a9cf118ee400c00c205365', 'hex');
const LENGTH = 92;
/** Flag of a file that was written live, whose size and duration are not stated. */
const BROADCAST = 1;

/**
 * Returns how many seconds an ASF file should last if it is shorter than the header in its first bytes states;
 * otherwise undefined. ffmpeg does not report this, since it ignores the header of such a file.
 */
export function missingAsfSeconds(head: Buffer, sizeBytes: number): number | undefined {
  const at = head.indexOf(FILE_PROPERTIES);
  if (at < 0 || at + LENGTH > head.length) return undefined;
  const statedBytes = Number(head.readBigUInt64LE(at + 40));
  const seconds = Number(head.readBigUInt64LE(at + 64)) / 1e7 - Number(head.readBigUInt64LE(at + 80)) / 1000;
  const isLive = (head.readUInt32LE(at + 88) & BROADCAST) !== 0;
  return !isLive && statedBytes > sizeBytes && seconds > 0 ? seconds : undefined;
}
