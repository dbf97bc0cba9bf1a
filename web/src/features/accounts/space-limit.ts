const GIGABYTE = 1e9;

/** Returns a limit in gigabytes as a superadmin types it, with at most two decimals; empty without one. */
export function toGigabytes(quotaBytes: number | null): string {
  return quotaBytes === null ? '' : String(Math.round((quotaBytes / GIGABYTE) * 100) / 100);
}

/**
 * Returns the bytes of a typed number of gigabytes, in the digits and with the decimal sign of any language of the site;
 * null if nothing was typed, undefined if it is no such number.
 */
export function parseGigabytes(typed: string): number | null | undefined {
  const plain = typed
    .trim()
    .replaceAll(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[,\u066B]/g, '.');
  if (plain === '') return null;
  if (!/^\d{1,6}(?:\.\d*)?$/.test(plain)) return undefined;
  return Math.round(Number(plain) * GIGABYTE);
}
