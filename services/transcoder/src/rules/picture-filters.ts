import type { catalog } from '@larksong/contracts';

/** Joins fields to frames where they are flagged as such; timestamps stay. */
export function deinterlace(plan: catalog.Plan): string[] {
  return plan.video.interlaced ? ['bwdif=mode=send_frame:deint=interlaced'] : [];
}

/** High dynamic range to what every screen shows; without the filters for it the colours come out pale, but they come. */
export function tonemap(plan: catalog.Plan, toolbox: { canTonemap: boolean }): string[] {
  if (!plan.video.hdr || !toolbox.canTonemap) return [];
  return [
    'zscale=transfer=linear:npl=100',
    'format=gbrpf32le',
    'zscale=primaries=bt709',
    'tonemap=hable:desat=0',
    'zscale=transfer=bt709:matrix=bt709:range=tv',
  ];
}
