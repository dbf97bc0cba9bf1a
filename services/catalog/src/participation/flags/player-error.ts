import type { catalog } from '@larksong/contracts';

/**
 * The failures that hls.js names (`ErrorDetails`), and those of a video element. A flag keeps no others, so that visitors
 * cannot write words with it.
 */
const DETAILS = new Set(
  `keySystemNoKeys keySystemNoAccess keySystemNoSession keySystemNoConfiguredLicense keySystemLicenseRequestFailed
  keySystemServerCertificateRequestFailed keySystemServerCertificateUpdateFailed keySystemSessionUpdateFailed
  keySystemStatusOutputRestricted keySystemStatusInternalError keySystemDestroyMediaKeysError
  keySystemDestroyCloseSessionError keySystemDestroyRemoveSessionError manifestLoadError manifestLoadTimeOut
  manifestParsingError manifestIncompatibleCodecsError levelEmptyError levelLoadError levelLoadTimeOut
  levelParsingError levelSwitchError audioTrackLoadError audioTrackLoadTimeOut subtitleTrackLoadError
  subtitleTrackLoadTimeOut fragLoadError fragLoadTimeOut fragDecryptError fragParsingError fragGap remuxAllocError
  keyLoadError keyLoadTimeOut bufferAddCodecError bufferIncompatibleCodecsError bufferAppendError bufferAppendingError
  bufferStalledError bufferFullError bufferSeekOverHole bufferNudgeOnStall assetListLoadError assetListLoadTimeout
  assetListParsingError interstitialAssetItemError internalException aborted attachMediaError unknown
  mediaAborted mediaNetwork mediaDecode mediaSource`.split(/\s+/),
);

/** Returns what is kept of a player's failure; null for a flag of another kind than `broken`. */
export function toKeptError({
  kind,
  playerError,
}: {
  kind: catalog.FlagKind;
  playerError?: catalog.PlayerError;
}): catalog.PlayerError | null {
  if (kind !== 'broken' || !playerError) return null;
  const { what, details, status } = playerError;
  return {
    what,
    ...(details !== undefined && DETAILS.has(details) ? { details } : {}),
    ...(status === undefined ? {} : { status }),
  };
}
