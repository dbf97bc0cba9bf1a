import type { catalog } from '@larksong/contracts';

/** Returns filters that deinterlace frames flagged as interlaced; timestamps stay. */
export function deinterlace(plan: catalog.Plan): string[] {
  return plan.video.interlaced ? ['bwdif=mode=send_frame:deint=interlaced'] : [];
}

/** Returns filters that map high dynamic range to standard range; if ffmpeg lacks them, the colours look pale. */
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
