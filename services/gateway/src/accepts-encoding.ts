/** Returns whether an `Accept-Encoding` header (RFC 9110, section 12.5.3) names an encoding without refusing it. */
export function acceptsEncoding(header: string | string[] | undefined, encoding: string): boolean {
  const named = String(header ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim()))
    .find(([name]) => name === encoding);
  return named !== undefined && !/^q=0(\.0*)?$/.test(named[1] ?? '');
}
