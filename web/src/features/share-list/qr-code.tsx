import { encode } from 'uqr';

interface QrCodeProps {
  content: string;
  /** What readers are told. */
  label: string;
  className?: string | undefined;
}

/** Modules of quiet around a code, which readers need. */
const QUIET = 4;

/** A QR code, dark on white in both themes, with the quiet around it. */
export function QrCode({ content, label, className }: QrCodeProps) {
  const { size, data } = encode(content, { ecc: 'M', border: QUIET });
  // One path for each row of dark modules, so that no lines shine through between them.
  const rows = data.flatMap((row, y) => toRuns(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`));
  return (
    <svg className={className} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={rows.join('')} fill="#12323a" shapeRendering="crispEdges" />
    </svg>
  );
}

/** Returns where dark modules follow each other in a row, and how many. */
function toRuns(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = [];
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1);
    if (!isDark) continue;
    if (last && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  }
  return runs;
}
